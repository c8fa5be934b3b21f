import { openApiDocument, type OpenApiDocument } from './openapi-document.ts';
import type { OpenApiVersion } from './openapi-schemas.ts';
import type { ReplyDraft } from './reply.ts';

/** The version of the document at each path. */
export const openApiVersions: ReadonlyMap<string, OpenApiVersion> = new Map([
  ['/openapi.json', '3.0'],
  ['/openapi-3.1.json', '3.1'],
]);

/** The documents without the address of a server: to make one takes milliseconds. */
const documents = new Map<OpenApiVersion, OpenApiDocument>();

/**
 * Replies with an OpenAPI document. The address of its server is made for each reply, because clients reach one store under
 * several names.
 *
 * @param address where the store is mounted; without it, the server is `./v1`, beside the document
 * @returns the reply; `undefined` if the path has no such document
 */
export function openApiReply(path: string, address: string | undefined): ReplyDraft | undefined {
  const version = openApiVersions.get(path);
  if (version === undefined) return undefined;
  const document = documents.get(version) ?? openApiDocument({ version });
  documents.set(version, document);
  const servers = address === undefined ? document.servers : [{ url: `${address}/v1` }];
  return { status: 200, body: JSON.stringify({ ...document, servers }) };
}
