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

/** The documents: those at the top, those of the package and of the release, the guides, the decisions, the verdicts, and the README of each folder at the top. */
export const documents: readonly Document[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'packages/petstore-kit/README.md',
  'tools/release/README.md',
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

/** The anchors of the headings of a document. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/**
 * The links of a page that lead to no file, or to no heading.
 *
 * @param folder where its relative links begin
 */
export function deadLinks(text: string, folder: string): readonly string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = join(folder, file);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(file === '' ? text : readFileSync(target, 'utf8')).includes(anchor);
  });
}

/** The database in the documents. When their snippets run, a real one takes its place. */
export const databaseOfDocuments = 'postgres://me:secret@db.example:5432/pets';

/** The lines that a snippet prints: the comments after its `console.log` calls. */
export function expectedOutput(code: string): readonly string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment = '']) => comment);
}
