// Runs all checks, in two lanes side by side: ESLint takes about as long as all others together.
import { spawn } from 'node:child_process';
import { exit } from 'node:process';

const lanes = ['npm run --silent lint', 'npm run --silent typecheck && npm run --silent structure'];
const codes = await Promise.all(
  lanes.map((lane) => new Promise((resolve) => spawn(lane, { shell: true, stdio: 'inherit' }).once('exit', resolve))),
);
exit(codes.every((code) => code === 0) ? 0 : 1);
