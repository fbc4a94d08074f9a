import type { HttpAnswer, HttpBounds } from '../transport/http-exchange.ts';

/** One HTTP exchange below ali-oss, which hands its `ctx` through to the transport untouched. */
export interface RequestContext extends HttpBounds {
  /** Set by the transport: the response, with any status. */
  response?: HttpAnswer;
  /** Set by the transport: why there is no answer. */
  failure?: unknown;
}
