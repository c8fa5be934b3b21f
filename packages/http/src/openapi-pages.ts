import { openApiDocument, type OpenApiDocument } from './openapi-document.ts';
import type { OpenApiVersion } from './openapi-schemas.ts';
import type { ReplyDraft } from './reply.ts';

/** Makes the reply with a page. `address` is where the store is mounted, if it is known. */
export type PageReply = (address: string | undefined) => ReplyDraft;

/** The OpenAPI documents by their paths. */
export const openApiPages: readonly (readonly [path: string, reply: PageReply])[] = [
  ['/openapi.json', openApiPage('3.0')],
  ['/openapi-3.1.json', openApiPage('3.1')],
];

/**
 * Serves a version of the OpenAPI document. The address of its server is made for each reply, because clients reach one
 * store under several names; without one, the server is `./v1`, beside the document.
 */
function openApiPage(version: OpenApiVersion): PageReply {
  let document: OpenApiDocument | undefined; // to make one takes milliseconds
  return (address) => {
    document ??= openApiDocument({ version });
    const servers = address === undefined ? document.servers : [{ url: `${address}/v1` }];
    return { status: 200, body: JSON.stringify({ ...document, servers }) };
  };
}
