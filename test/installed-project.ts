import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFolders, root } from './documents.ts';
import { readManifest, type Manifest } from './manifest.ts';

/** A package that `npm pack` has packed. */
export interface PackedPackage {
  readonly manifest: Manifest;
  /** The file that would be published. */
  readonly tarball: string;
}

/** A project outside the workspace that has installed every package from its tarball, as a user's has from the registry. */
export interface InstalledProject {
  readonly folder: string;
  readonly packages: readonly PackedPackage[];
  /** Runs Node in the project, or in another folder. Returns what it prints. */
  node(args: readonly string[], folder?: string): Promise<string>;
  remove(): Promise<void>;
}

/** The tools of the project, in the versions of this repository. */
const tools = [
  '@babel/plugin-transform-modules-commonjs',
  '@types/express',
  '@types/node',
  'fast-check',
  'jest',
  'typescript',
  'vitest',
];

/** The packages that the examples need. */
const examples = readManifest(join(root, 'examples'));

/**
 * Packs every package and installs the tarballs, and the examples beside them.
 *
 * @throws Error that names the missing file if a package has not been built
 */
export async function installPackages(): Promise<InstalledProject> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-installed-'));
  const run = async (program: string, args: readonly string[], cwd = folder) => {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env: environment(), maxBuffer: 2 ** 25 });
    return stdout;
  };
  const packages = await packPackages(join(folder, 'tarballs'));

  const { dependencies, devDependencies } = dependenciesOf(packages);
  const project = { name: 'project', private: true, type: 'module', dependencies, devDependencies };
  await writeFile(join(folder, 'package.json'), JSON.stringify(project));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lockOfOthers()));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--silent']);

  await mkdir(join(folder, 'examples'));
  for (const name of readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.ts'))) {
    await copyFile(join(root, 'examples', name), join(folder, 'examples', name));
  }
  return {
    folder,
    packages,
    node: (args, cwd) => run(process.execPath, args, cwd),
    remove: () => rm(folder, { recursive: true }),
  };
}

/**
 * Packs every package into a folder.
 *
 * @throws Error that names the missing file if a package has not been built
 */
export async function packPackages(folder: string): Promise<readonly PackedPackage[]> {
  const sources = packageFolders.map((name) => ({
    source: join(root, name),
    manifest: readManifest(join(root, name)),
  }));
  for (const { source, manifest } of sources) expectBuilt(source, manifest);
  await promisify(execFile)(process.execPath, [join(root, 'pack.js'), folder], { env: environment() });
  return sources.map(({ manifest }) => ({
    manifest,
    tarball: join(folder, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`),
  }));
}

function expectBuilt(source: string, { name, exports = {}, bin = {} }: Manifest): void {
  const conditions = Object.values(exports).flatMap((entry) => Object.values(entry));
  const files = [
    ...Object.values(bin),
    ...conditions.flatMap((file) => (typeof file === 'string' ? file : Object.values(file))),
  ];
  for (const file of files.filter((path) => !existsSync(join(source, path)))) {
    throw new Error(`${name} has no ${file}: run \`npm run build\` first.`);
  }
}

function dependenciesOf(packages: readonly PackedPackage[]): Pick<Manifest, 'dependencies' | 'devDependencies'> {
  const { devDependencies = {} } = readManifest(root);
  const versionOf = (name: string) =>
    devDependencies[name] ?? examples.devDependencies?.[name] ?? readManifest(join(root, 'node_modules', name)).version;
  return {
    dependencies: {
      ...examples.dependencies,
      ...Object.fromEntries(packages.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`])),
    },
    devDependencies: Object.fromEntries(tools.map((name) => [name, versionOf(name)])),
  };
}

/**
 * Does what the README says after `npm run pack`, in a new folder.
 *
 * @returns what the last line prints
 */
export async function followReadme(
  tarballs: string,
  lines: readonly string[],
  program: { readonly name: string; readonly code: string },
): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'petstore-readme-'));
  const run = async (line: string, folder: string) => {
    const options = { cwd: join(parent, folder), env: { ...environment(), npm_config_prefer_offline: 'true' } };
    return (await promisify(execFile)('sh', ['-c', line], options)).stdout;
  };
  await cp(tarballs, join(parent, 'clone/tarballs'), { recursive: true });
  const [make = '', ...others] = lines;
  await run(make, 'clone');
  await writeFile(join(parent, 'my-project/package-lock.json'), JSON.stringify(lockOfOthers()));
  await writeFile(join(parent, 'my-project', program.name), program.code);
  let printed = '';
  for (const line of others) printed = await run(line, 'my-project');
  await rm(parent, { recursive: true });
  return printed;
}

/** The lock of the other packages, in the versions of this repository: npm has them in its cache. */
function lockOfOthers(): unknown {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly lockfileVersion: number;
    readonly packages: Readonly<Record<string, { readonly link?: boolean }>>;
  };
  const others = Object.entries(lock.packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
  return { name: 'project', lockfileVersion: lock.lockfileVersion, packages: Object.fromEntries(others) };
}

/** The environment without the variables that npm and vitest set for their children. */
export function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_)|VITEST|NODE_OPTIONS|NODE_ENV|INIT_CWD)/.test(name),
    ),
  );
}
