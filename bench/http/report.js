import { figure, printTable, saveResult, spread, spreadFigure, spreadOfRatios } from '../shared/results.js';
import { columns } from './interface.js';
import { library } from './subjects.js';

/** Below this, the server waited for the load or for its CPU, and its figure must not be quoted. */
const leastUtilization = 0.97;

/** Prints what was found, and saves it if every server was measured. */
export function reportHttp({ subjects, turns, conditions, save }) {
  const [constant] = subjects;
  const valuesOf = (subject, column, key) =>
    turns
      .get(subject.name)
      .get(column)
      .map((turn) => turn[key]);
  const ratioTo = (base, subject, column) =>
    spreadOfRatios(valuesOf(subject, column, 'microseconds'), valuesOf(base, column, 'microseconds'));

  const found = subjects.map((subject) => ({
    name: subject.name,
    columns: columns.filter(subject.has).map(({ name: column }) => {
      const microseconds = valuesOf(subject, column, 'microseconds');
      const utilization = valuesOf(subject, column, 'utilization');
      return {
        column,
        microseconds: spread(microseconds),
        ratio: ratioTo(constant, subject, column),
        ratioToLibrary: ratioTo(library, subject, column),
        utilization: spread(utilization),
        turns: { microseconds, utilization },
      };
    }),
  }));
  if (save) {
    const unit =
      'microseconds of server CPU for one request; ratio: to the constant body in the same round; ratioToLibrary: to startServer';
    saveResult('http', { unit, conditions, subjects: found });
  }

  const print = (title, show) => {
    const rows = found.map((row) => [
      row.name,
      ...columns.map(({ name }) => {
        const cell = row.columns.find(({ column }) => column === name);
        if (cell === undefined) return '–';
        const mark = cell.utilization.median < leastUtilization ? ' !' : '';
        return show(cell) + mark;
      }),
    ]);
    printTable(title, ['', ...columns.map(({ name }) => name)], rows);
  };
  print('Microseconds of server CPU for one request, median', ({ microseconds }) => figure(microseconds.median));
  print('Ratio to the constant body, median (quartiles)', ({ ratio }) => spreadFigure(ratio));
  print('Ratio to startServer, median (quartiles)', ({ ratioToLibrary }) => spreadFigure(ratioToLibrary));
  print('How busy the server kept its CPU, median', ({ utilization }) => `${(utilization.median * 100).toFixed(1)} %`);
  console.log(`! below ${leastUtilization * 100} %: do not quote. The server waited for the load or for its CPU.`);
}
