import { colors, origin } from './theme.js';

const ours = ['petstore-kit --quiet', 'petstore-kit, log to a file', 'startServer'];

/** Our ratios to the constant body among those of the peers, one panel for each column: further left is better. */
export function peersPlot(result) {
  const values = result.subjects.flatMap(({ name, columns }) =>
    columns.map(({ column, ratio }) => ({ name, column, ...ratio })),
  );
  const columns = [...new Set(values.map(({ column }) => column))];
  const names = result.subjects.map(({ name }) => name);
  return {
    title: {
      text: 'Server CPU for one request, as a multiple of a constant body on node:http',
      subtitle: origin(result),
    },
    data: { values },
    facet: { field: 'column', type: 'nominal', title: null, sort: columns },
    columns: 3,
    spec: {
      width: 220,
      height: 190,
      layer: [
        {
          mark: { type: 'rule', strokeWidth: 2 },
          encoding: { x2: { field: 'upper' }, x: x('lower'), color: colorOf() },
        },
        { mark: { type: 'point', filled: true, size: 70, opacity: 1 }, encoding: { x: x('median'), color: colorOf() } },
        {
          mark: { type: 'text', align: 'left', dx: 8, dy: -7 },
          encoding: { x: x('median'), text: { field: 'median', format: ',.3~r' }, color: colorOf() },
        },
      ],
      encoding: {
        y: { field: 'name', type: 'nominal', sort: names, title: null, axis: { grid: true, labelLimit: 200 } },
      },
    },
    resolve: { axis: { x: 'independent' }, scale: { x: 'independent' } },
  };
}

function x(field) {
  return {
    field,
    type: 'quantitative',
    scale: { type: 'log', padding: 24, nice: false },
    title: 'median and quartiles (log)',
    axis: { tickCount: 4, format: ',~g' },
  };
}

function colorOf() {
  const condition = { test: { field: 'name', oneOf: ours }, value: colors.ours.light };
  return { condition, value: colors.peer.light };
}
