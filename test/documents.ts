import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository. */
export const root = join(import.meta.dirname, '..');

/** The folders of the packages, as `packages/core`. */
export const packageFolders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);

/** A page of Markdown in the repository. */
export interface Document {
  /** Its path from the root. */
  readonly path: string;
  readonly text: string;
}

/** The documents: those at the top, the guides, the decisions, the verdicts, and the README of each folder at the top. */
export const documents: readonly Document[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'verdicts/page.md',
  ...['docs', 'decisions', 'verdicts/pages'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : [])),
  ),
  ...readdirSync(root).map((folder) => `${folder}/README.md`),
]
  .filter((path) => existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** A block of code in a document. */
export interface Snippet {
  readonly path: string;
  /** The heading that it stands under. */
  readonly heading: string;
  readonly code: string;
}

/** Every block of code in a language. */
export function snippetsIn(language: string): readonly Snippet[] {
  return documents.flatMap(({ path, text }) =>
    text.split(/^#+ /m).flatMap((section) => {
      const [heading = ''] = section.split('\n');
      const blocks = section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
      return [...blocks].map(([, code = '']) => ({ path, heading, code }));
    }),
  );
}

/** The database in the documents. When their snippets run, a real one takes its place. */
export const databaseOfDocuments = 'postgres://me:secret@db.example:5432/pets';

/** The lines that a snippet prints: the comments after its `console.log` calls. */
export function expectedOutput(code: string): readonly string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment = '']) => comment);
}
