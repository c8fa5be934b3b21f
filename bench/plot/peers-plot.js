import { colors, origin } from './theme.js';

const us = 'this pet store';

/** Us among the peers, one panel for each column: further left is better. */
export function peersPlot(result) {
  const values = result.subjects.flatMap(({ name, columns }) =>
    columns.map(({ column, least }) => ({ name, column, microseconds: least })),
  );
  const columns = [...new Set(values.map(({ column }) => column))];
  const names = result.subjects.map(({ name }) => name);
  return {
    title: { text: 'Server CPU for one request', subtitle: origin(result) },
    data: { values },
    facet: { field: 'column', type: 'nominal', title: null, sort: columns },
    columns: 3,
    spec: {
      width: 220,
      height: 150,
      layer: [
        { mark: { type: 'point', filled: true, size: 70, opacity: 1 }, encoding: { color: colorOf() } },
        {
          mark: { type: 'text', align: 'left', dx: 8 },
          encoding: { text: { field: 'microseconds', format: ',.3~r' }, color: colorOf() },
        },
      ],
      encoding: {
        x: {
          field: 'microseconds',
          type: 'quantitative',
          scale: { type: 'log', padding: 24 },
          title: 'microseconds (log)',
          axis: { tickCount: 4, format: '~s' },
        },
        y: { field: 'name', type: 'nominal', sort: names, title: null, axis: { grid: true, labelLimit: 200 } },
      },
    },
    resolve: { axis: { x: 'independent' } },
  };
}

function colorOf() {
  const condition = { test: `datum.name === '${us}'`, value: colors.ours.light };
  return { condition, value: colors.peer.light };
}
