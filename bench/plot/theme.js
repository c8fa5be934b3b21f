/** Each color on a light page, and the color that replaces it on a dark one. */
export const colors = {
  text: { light: '#1f2328', dark: '#e6edf3' },
  faint: { light: '#d1d9e0', dark: '#3d444d' },
  ours: { light: '#bc4c00', dark: '#ffa657' },
  peer: { light: '#57606a', dark: '#9198a1' },
  series: [
    { light: '#0969da', dark: '#58a6ff' },
    { light: '#bc4c00', dark: '#ffa657' },
    { light: '#1a7f37', dark: '#56d364' },
    { light: '#8250df', dark: '#bc8cff' },
    { light: '#cf222e', dark: '#ff7b72' },
    { light: '#9a6700', dark: '#e3b341' },
    { light: '#0f7a8a', dark: '#39c5cf' },
  ],
};

/** How every plot looks; vega-lite's `config`. */
export const config = {
  background: null,
  font: 'system-ui, sans-serif',
  view: { stroke: null },
  title: { color: colors.text.light, subtitleColor: colors.text.light, anchor: 'start', fontSize: 15, offset: 14 },
  header: { titleColor: colors.text.light, labelColor: colors.text.light, labelFontWeight: 'bold' },
  axis: {
    labelColor: colors.text.light,
    titleColor: colors.text.light,
    gridColor: colors.faint.light,
    domainColor: colors.faint.light,
    tickColor: colors.faint.light,
    titleFontWeight: 'normal',
  },
  legend: { labelColor: colors.text.light, titleColor: colors.text.light, labelLimit: 400 },
};

/** The line below a title: when, on which machine and by which command the result was measured. */
export function origin({ date, machine, node, command }) {
  return `${date.slice(0, 10)}, ${machine}, Node ${node}, ${command}`;
}

/** Makes a plot change its colors with the page's. */
export function addDarkColors(svg) {
  const all = [colors.text, colors.faint, colors.ours, colors.peer, ...colors.series];
  const rules = all.map(({ light, dark }) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`);
  return svg.replace(
    /(<svg[^>]*>)/,
    `$1<style>@media (prefers-color-scheme:dark){${[...new Set(rules)].join('')}}</style>`,
  );
}
