import { respondToOtherMethod } from '../methods.ts';
import { operations } from '../operations/operations.ts';
import type { HttpSettings } from '../options.ts';
import { createErrorResponse, type ResponseDraft } from '../response.ts';
import { formatAllow } from '../router.ts';
import type { Concern } from './concern.ts';
import { findAddress, findGuide } from './pages.ts';

/** Answers every path outside `/v1` that no other concern has answered: with a 404 that tells where the interface is. */
export function answerUnknownPaths(settings: HttpSettings): Concern {
  return {
    respond(request, { path, isUnderBase }) {
      if (isUnderBase) return undefined;
      // Load balancers such as HAProxy send `OPTIONS /` as their health check; `*` asks about the server as a whole.
      if (request.method === 'OPTIONS' && (path === '/' || path === '*'))
        return respondToOtherMethod('OPTIONS', formatAllow(operations));
      const { basePath, pages } = settings;
      const guide = `${findAddress(settings, request) ?? basePath}${findGuide(pages)}`;
      return createNotFoundResponse(path, `the interface is below ${basePath}/v1, see ${guide}`);
    },
  };
}

/** Makes the 404 of a path. The hint tells where to go instead. */
export function createNotFoundResponse(path: string, hint: string): ResponseDraft {
  const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return createErrorResponse('not_found', `There is no "${shown}" here: ${hint}.`);
}
