import { figure, printConditions, printTable, spread, spreadFigure, spreadOfRatios } from '../shared/results.js';
import { columns } from './interface.js';
import { library } from './subjects.js';

/** Below this, the server waited for the load or for its CPU, and its figure must not be quoted. */
const leastUtilization = 0.97;

/** Prints what was found. */
export function reportHttp({ subjects, turns, conditions }) {
  const [constant] = subjects;
  const valuesOf = (subject, column, key) =>
    turns
      .get(subject.name)
      .get(column.name)
      .map((turn) => turn[key]);
  const ratioTo = (base) => (subject, column) =>
    spreadFigure(spreadOfRatios(valuesOf(subject, column, 'microseconds'), valuesOf(base, column, 'microseconds')));
  const median = (subject, column, key) => spread(valuesOf(subject, column, key)).median;

  const print = (title, show) => {
    const rows = subjects.map((subject) => [
      subject.name,
      ...columns.map(
        (column) => show(subject, column) + (median(subject, column, 'utilization') < leastUtilization ? ' !' : ''),
      ),
    ]);
    printTable(title, ['', ...columns.map(({ name }) => name)], rows);
  };
  printConditions(conditions);
  print('Microseconds of server CPU for one request, median', (...cell) => figure(median(...cell, 'microseconds')));
  print('Ratio to the constant body, median (quartiles)', ratioTo(constant));
  print('Ratio to startServer, median (quartiles)', ratioTo(library));
  print(
    'How busy the server kept its CPU, median',
    (...cell) => `${(median(...cell, 'utilization') * 100).toFixed(1)} %`,
  );
  console.log(`! below ${leastUtilization * 100} %: do not quote. The server waited for the load or for its CPU.`);
}
