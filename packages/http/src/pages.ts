import { openApiDocument } from './openapi-document.ts';
import type { Reply } from './reply.ts';

/** Something to read outside `/v1`, without a key, at a path of its own. */
export interface Page {
  /** The path, from its slash on, such as `/docs`. */
  readonly path: string;
  /** The value of Content-Type, such as `text/html; charset=utf-8`. */
  readonly mediaType: string;
  /** More header fields by name, such as a Content-Security-Policy. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The text of the body. */
  readonly text: string;
}

/** The methods of every page. */
export const pageMethods = ['GET', 'HEAD'] as const;

/**
 * Finds the pages by their paths, and with them `/openapi.json`, which is made when it is first asked for and kept as long
 * as the handler.
 *
 * @throws TypeError for a page whose path is under `/v1`, or is no path
 */
export function pagesByPath(pages: readonly Page[]): (path: string) => Reply | undefined {
  let openApi: Reply | undefined;
  const replies = new Map(pages.map((page) => [checkedPath(page.path), pageReply(page)]));
  return (path) => {
    if (path !== '/openapi.json') return replies.get(path);
    openApi ??= pageReply({ path, mediaType: 'application/json', text: JSON.stringify(openApiDocument()) });
    return openApi;
  };
}

function checkedPath(path: string): string {
  if (/^\/[^?#%]*$/.test(path) && !/^\/v1(?:\/|$)/.test(path)) return path;
  throw new TypeError('pages: a path must begin with a slash, lie outside /v1 and need no decoding.');
}

function pageReply({ mediaType, headers, text }: Page): Reply {
  return { status: 200, headers: { 'Content-Type': mediaType, ...headers }, body: text };
}
