import { anyBase, openApiDocument } from './document.ts';
import type { OpenApiVersion } from './schemas.ts';
import type { ResponseDraft } from '../response.ts';

/**
 * Makes the page with a version of the OpenAPI document. Each response names the address by which its client reached the store; if
 * that is not known, `./v1`, beside the document.
 */
export function createOpenApiPage(
  version: OpenApiVersion,
  getPetDeprecatedSince: Date | undefined,
): (address: string | undefined) => ResponseDraft {
  const make = (serverUrl?: string) => JSON.stringify(openApiDocument({ version, serverUrl, getPetDeprecatedSince }));
  let text: string | undefined; // kept, because making it takes milliseconds
  return (address) => {
    if (address === undefined) return { status: 200, body: make() };
    text ??= make(anyBase);
    return { status: 200, body: text.replaceAll(anyBase, () => `${address}/v1`) };
  };
}
