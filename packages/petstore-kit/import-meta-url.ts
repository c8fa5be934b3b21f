import { pathToFileURL } from 'node:url';

// A function, because esbuild would put a constant that needs `__filename` into every file.
const getImportMetaUrl = () => pathToFileURL(__filename).href;

/** `import.meta.url` in CommonJS. The build puts it into the files that use it. */
export const importMetaUrl = /* @__PURE__ */ getImportMetaUrl();
