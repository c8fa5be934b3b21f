import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './documents.ts';
import { readManifest } from './manifest.ts';

/** The folder of the package that is published. */
const kit = join(root, 'packages/petstore-kit');

/** A project outside the repository, made as the README says: it has installed the package from its tarball. */
export interface InstalledProject {
  readonly folder: string;
  /** The file that would be published. */
  readonly tarball: string;
  /** Runs Node in the project, or in another folder. Returns what it prints. */
  node(args: readonly string[], folder?: string): Promise<string>;
  remove(): Promise<void>;
}

/** What the tests, the examples and the snippets need beside the package. */
const { dependencies, devDependencies } = readManifest(join(root, 'examples'));
const tools = [
  ...['@types/node', 'fast-check', 'vitest'],
  ...Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== 'petstore-kit'),
];

/**
 * Packs the package, does what the README says to install it, and puts the examples and their tools into the project. The tools
 * are links to those of this repository: to install them takes longer than all tests of the project.
 *
 * @param lines the lines of the README, which clone into `petstore` and make the folder `my-project` beside it. The clone and `npm ci` are
 *   left out
 * @throws Error that names the missing file if the package has not been built
 */
export async function installPackage(lines: readonly string[]): Promise<InstalledProject> {
  const parent = await mkdtemp(join(tmpdir(), 'petstore-installed-'));
  const [clone, folder] = [join(parent, 'petstore'), join(parent, 'my-project')];
  const ofSnippets = { TMPDIR: parent, TEMP: parent }; // they leave their files there
  // Nothing is built again, and what the package needs comes from the cache that filled this repository.
  const ofNpm = { npm_config_ignore_scripts: 'true', npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
  const env = { ...environment(), ...ofSnippets, ...ofNpm };
  const run = async (file: string, args: readonly string[], cwd = folder) =>
    (await promisify(execFile)(file, args, { cwd, env, maxBuffer: 2 ** 25 })).stdout;

  await mkdir(clone);
  await writeFile(
    join(clone, 'package.json'),
    JSON.stringify({ private: true, workspaces: ['packages/petstore-kit'] }),
  );
  expectBuilt();
  await cp(kit, join(clone, 'packages/petstore-kit'), { recursive: true });
  const steps = lines.filter((line) => line !== 'npm ci' && !line.startsWith('git clone '));
  const install = steps.findIndex((line) => line.startsWith('npm install '));
  await run('sh', ['-ec', steps.slice(0, install).join('\n')], parent);
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lockOfDependencies()));
  await run('sh', ['-ec', steps.slice(install).join('\n')]);

  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of tools) {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  await mkdir(join(folder, 'examples'));
  for (const name of readdirSync(join(root, 'examples')).filter((file) => /^(?!hosts).*\.ts$/.test(file))) {
    await copyFile(join(root, 'examples', name), join(folder, 'examples', name));
  }
  return {
    folder,
    tarball: join(folder, tarballName()),
    node: (args, cwd) => run(process.execPath, args, cwd),
    remove: () => rm(parent, { recursive: true }),
  };
}

/**
 * Packs the built package into a folder.
 *
 * @returns the path of the tarball
 * @throws Error that names the missing file if the package has not been built
 */
export async function packPackage(folder: string): Promise<string> {
  expectBuilt();
  await mkdir(folder, { recursive: true });
  const args = ['pack', '--ignore-scripts', '--pack-destination', folder];
  await promisify(execFile)('npm', args, { cwd: kit, env: environment() });
  return join(folder, tarballName());
}

function tarballName(): string {
  const { name, version = '' } = readManifest(kit);
  return `${name}-${version}.tgz`;
}

function expectBuilt(): void {
  for (const name of ['index.js', 'index.cjs', 'main.js', 'index.d.ts']) {
    if (!existsSync(join(kit, 'dist', name))) throw new Error(`dist/${name} is missing: run \`npm run build\` first.`);
  }
}

/** The environment without the variables that npm, vitest and our tests set for their children. */
export function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_)|PETSTORE_|VITEST|NODE_OPTIONS|NODE_ENV|INIT_CWD)/.test(name),
    ),
  );
}

/** The versions of this repository of what the package needs: npm has them in its cache. */
function lockOfDependencies(): unknown {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly lockfileVersion: number;
    readonly packages: Readonly<Record<string, { readonly link?: boolean }>>;
  };
  const others = Object.entries(lock.packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
  return { name: 'project', lockfileVersion: lock.lockfileVersion, packages: Object.fromEntries(others) };
}
