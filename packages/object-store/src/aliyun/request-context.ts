import type { HttpAnswer, HttpBounds } from '../transport/http-exchange.ts';

/** One HTTP exchange below ali-oss, which passes its `ctx` to the transport unchanged. */
export interface RequestContext extends HttpBounds {
  /** Set by the transport: the response, with any status. */
  response?: HttpAnswer;
  /** Set by the transport: the reason for a missing response. */
  failure?: unknown;
}
