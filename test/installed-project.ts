import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageFolders, root } from './documents.ts';
import { readManifest, type Manifest } from './manifest.ts';

/** A package that `npm pack` has packed. */
export interface PackedPackage {
  readonly manifest: Manifest;
  /** The file that would be published. */
  readonly tarball: string;
}

/** A project outside the repository, made as the README says: it has installed every package from its tarball. */
export interface InstalledProject {
  readonly folder: string;
  readonly packages: readonly PackedPackage[];
  /** What the last line of the README printed. */
  readonly printed: string;
  /** Runs Node in the project, or in another folder. Returns what it prints. */
  node(args: readonly string[], folder?: string): Promise<string>;
  remove(): Promise<void>;
}

/** What the tests and the examples need beside the packages. */
const tools = [
  ...['@types/express', '@types/node', 'fast-check', 'vitest'],
  ...Object.keys(readManifest(join(root, 'examples')).dependencies ?? {}).filter(
    (name) => !name.startsWith('@petstore/'),
  ),
];

/**
 * Packs every package, does what the README says after `npm run pack`, and puts the examples and their tools into the project.
 * The tools are links to those of this repository: to install them takes longer than all tests of the project.
 *
 * @param lines the lines of the README; the first begins in a clone, and makes the folder `my-project` beside it
 * @param program the file that the last line runs
 * @throws Error that names the missing file if a package has not been built
 */
export async function installPackages(
  lines: readonly string[],
  program: { readonly name: string; readonly code: string },
): Promise<InstalledProject> {
  const parent = await mkdtemp(join(tmpdir(), 'petstore-installed-'));
  const folder = join(parent, 'my-project');
  const ofSnippets = { TMPDIR: parent, TEMP: parent }; // they leave their files there
  const env = { ...environment(), ...ofSnippets, npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
  const run = async (file: string, args: readonly string[], cwd = folder) =>
    (await promisify(execFile)(file, args, { cwd, env, maxBuffer: 2 ** 25 })).stdout;

  const clone = join(parent, 'clone');
  await mkdir(clone);
  const packages = await packPackages(join(clone, 'tarballs'));
  const [make = '', ...others] = lines;
  await run('sh', ['-c', make], clone);
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lockOfOthers()));
  await writeFile(join(folder, program.name), program.code);
  let printed = '';
  for (const line of others) printed = await run('sh', ['-c', line]);

  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of tools) {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  await mkdir(join(folder, 'examples'));
  for (const name of readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.ts'))) {
    await copyFile(join(root, 'examples', name), join(folder, 'examples', name));
  }
  return {
    folder,
    packages,
    printed,
    node: (args, cwd) => run(process.execPath, args, cwd),
    remove: () => rm(parent, { recursive: true }),
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

/** The lock of the other packages, in the versions of this repository: npm has them in its cache. */
function lockOfOthers(): unknown {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly lockfileVersion: number;
    readonly packages: Readonly<Record<string, { readonly link?: boolean }>>;
  };
  const others = Object.entries(lock.packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
  return { name: 'project', lockfileVersion: lock.lockfileVersion, packages: Object.fromEntries(others) };
}

/** The environment without the variables that npm, vitest and our tests set for their children. */
export function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_)|PETSTORE_|VITEST|NODE_OPTIONS|NODE_ENV|INIT_CWD)/.test(name),
    ),
  );
}
