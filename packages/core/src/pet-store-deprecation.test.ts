import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** What an editor strikes through. */
const deprecated = [6385, 6387];

test('an editor strikes getPet through, and nothing else of the store', () => {
  const caller = fileURLToPath(new URL('caller.ts', import.meta.url));
  const diagnostics = suggestions(
    caller,
    `import type { PetStore } from './index.ts';
     declare const store: PetStore;
     void store.listPets();
     void store.createPet({ name: 'Rex', categoryId: 1 });
     void store.getPet(1);`,
  );
  const found = diagnostics.filter(({ code }) => deprecated.includes(code));
  expect(found.map(({ file, start, length }) => file.text.slice(start, start + length))).toEqual(['getPet']);
});

test('the deprecation says until when getPet is there, and what to use instead', () => {
  const file = fileURLToPath(new URL('pet-store.ts', import.meta.url));
  const source = ts.createSourceFile(file, ts.sys.readFile(file) ?? '', ts.ScriptTarget.Latest, true);
  const tags = source.statements.filter(ts.isInterfaceDeclaration).flatMap(({ members }) =>
    members.flatMap((member) => {
      const tag = ts.getJSDocDeprecatedTag(member);
      return tag === undefined ? [] : [[member.name?.getText(), ts.getTextOfJSDocComment(tag.comment)]];
    }),
  );
  expect(tags).toEqual([
    ['getPet', 'The interface removes it on 5 December 2030. Use {@link PetStore.listPets} with a status.'],
  ]);
});

/** What the language service suggests for a file that is not on the disk, as an editor would show it. */
function suggestions(fileName: string, text: string): readonly ts.DiagnosticWithLocation[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.es2024.string.d.ts'],
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: [],
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [fileName],
    getScriptVersion: () => '1',
    getScriptSnapshot(name) {
      const content = name === fileName ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getDefaultLibFileName: (compilerOptions) => ts.getDefaultLibFilePath(compilerOptions),
    fileExists: (name) => name === fileName || ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
  });
  expect(service.getSemanticDiagnostics(fileName)).toEqual([]);
  return service.getSuggestionDiagnostics(fileName);
}
