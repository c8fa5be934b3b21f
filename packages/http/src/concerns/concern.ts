import type { HttpRequest } from '../request.ts';
import type { HttpResponse, ResponseDraft } from '../response.ts';
import type { Route } from '../router.ts';

/** One matter of the handler, in the file of its name. To remove it, remove that file and its lines in `createHandler`. */
export interface Concern {
  /** Answers a request for which no key is needed. `undefined` leaves it to the next concern. */
  respond?(request: HttpRequest, route: Route): ResponseDraft | Promise<ResponseDraft> | undefined;
  /** Makes header fields for the response to any request. Those of a later concern win, and those of the response itself. */
  createHeaders?(request: Pick<HttpRequest, 'headers'>, route: Route): HttpResponse['headers'] | undefined;
}
