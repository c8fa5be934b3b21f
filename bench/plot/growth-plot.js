import { colors, origin } from './theme.js';

/** Cost against the number of pets: flat is good. */
export function growthPlot(result) {
  const values = result.operations.flatMap(({ title, sizes }) =>
    sizes.map(({ pets, microseconds }) => ({ title, pets, microseconds: microseconds.median })),
  );
  const titles = result.operations.map(({ title }) => title);
  return {
    title: { text: 'CPU time of one operation, by the number of pets', subtitle: origin(result) },
    width: 560,
    height: 340,
    data: { values },
    mark: { type: 'line', point: { filled: true, size: 40 }, strokeWidth: 2 },
    encoding: {
      x: {
        field: 'pets',
        type: 'quantitative',
        scale: { type: 'log' },
        title: 'pets',
        axis: { values: sizesOf(values), format: ',' },
      },
      y: {
        field: 'microseconds',
        type: 'quantitative',
        scale: { type: 'log' },
        title: 'microseconds (log)',
        axis: { values: [0.1, 1, 10, 100, 1_000, 10_000], format: ',~g' },
      },
      color: {
        field: 'title',
        type: 'nominal',
        title: null,
        scale: { domain: titles, range: colors.series.map(({ light }) => light) },
        legend: { orient: 'bottom', columns: 2 },
      },
    },
  };
}

function sizesOf(values) {
  return [...new Set(values.map(({ pets }) => pets))];
}
