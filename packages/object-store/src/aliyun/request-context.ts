import type { IncomingHttpHeaders } from 'node:http';

/** One HTTP exchange below ali-oss, which hands its `ctx` through to the transport untouched. */
export interface RequestContext {
  /** From connecting to the last byte. */
  timeoutMs: number;
  /** Of the body of a success. */
  maxBytes: number;
  /** Sees the headers of a success before any of its body is read; throws to refuse. */
  inspect?: (headers: IncomingHttpHeaders) => void;
  /** Set by the transport: the answer, whatever its status. */
  response?: ExchangedResponse;
  /** Set by the transport: why there is no answer. */
  failure?: unknown;
}

export interface ExchangedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  data: Buffer;
}
