// Draws the results as SVG, readable on a light page and on a dark one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vega from 'vega';
import { compile } from 'vega-lite';
import { readResult, resultsFolder } from '../shared/results.js';
import { growthPlot } from './growth-plot.js';
import { peersPlot } from './peers-plot.js';
import { addDarkColors, config } from './theme.js';

const plots = [
  { benchmark: 'growth', specification: growthPlot },
  { benchmark: 'http', specification: peersPlot },
];

for (const { benchmark, specification } of plots) {
  const result = readResult(benchmark);
  if (result === undefined) {
    console.error(`There is no result of ${benchmark} to draw: run npm run ${benchmark} first.`);
    continue;
  }
  const { spec } = compile({ ...specification(result), config });
  const svg = await new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG();
  const file = join(resultsFolder, `${benchmark}.svg`);
  writeFileSync(file, addDarkColors(svg));
  console.log(file);
}
