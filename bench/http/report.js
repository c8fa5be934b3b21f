import { figure, printTable, ratioFigure, saveResult, summary } from '../shared/results.js';
import { columns } from './interface.js';

/** Prints what was found, and saves it where it is whole. The first subject is the constant body. */
export function reportHttp({ subjects, samples, conditions, save }) {
  const found = subjects.map(({ id, name, has }) => ({
    name,
    columns: columns.filter(has).map((column) => {
      const { least, median } = summaryOf(samples, id, column, 'cpu');
      const constant = summaryOf(samples, subjects[0].id, column, 'cpu');
      return {
        column: column.name,
        least,
        median,
        ratio: least / constant.least,
        ratioOfMedians: median / constant.median,
        answersPerSecond: summaryOf(samples, id, column, 'rate').median,
      };
    }),
  }));

  if (save) {
    const unit = 'microseconds of server CPU for one request; ratio: to the constant body, least to least';
    saveResult('http', { unit, conditions, subjects: found });
  }
  printFound('Microseconds of server CPU for one request, least', found, ({ least }) => figure(least));
  printFound('The same, median', found, ({ median }) => figure(median));
  printFound('Ratio to the constant body, least to least', found, ({ ratio }) => ratioFigure(ratio));
  printFound('Ratio to the constant body, median to median', found, ({ ratioOfMedians }) =>
    ratioFigure(ratioOfMedians),
  );
}

function summaryOf(samples, id, { name }, key) {
  return summary(
    samples
      .get(id)
      .get(name)
      .map((sample) => sample[key]),
  );
}

function printFound(title, found, show) {
  const cellOf = (row, { name }) => {
    const cell = row.columns.find(({ column }) => column === name);
    return cell === undefined ? '–' : show(cell);
  };
  const rows = found.map((row) => [row.name, ...columns.map((column) => cellOf(row, column))]);
  printTable(title, ['', ...columns.map(({ name }) => name)], rows);
}
