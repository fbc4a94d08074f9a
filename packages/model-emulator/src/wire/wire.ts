import type { Answer } from '../answering/answer.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { WireError } from './wire-error.ts';

export interface WireRequest {
  conversation: Conversation;
  /** Raw values for the journal. */
  messages: unknown;
  stream: boolean;
  /** True if a stream ends with its usage, which clients request in the protocol. */
  streamUsage: boolean;
  /** True if the response has thoughts in the form that clients send back; default true. */
  withThoughts?: boolean;
}

/** Parts of a request that some protocols have in the path. */
export interface WirePath {
  model?: string;
  stream?: boolean;
}

/** Names of the protocols. */
export type WireName = 'openai' | 'anthropic' | 'responses' | 'gemini';

/** Protocol of one vendor. */
export interface Wire {
  name: WireName;
  /** @throws WireError if the vendor would reject the request */
  read(body: unknown, path: WirePath): WireRequest;
  body(answer: Answer, request: WireRequest): unknown;
  /** Returns the pieces of a stream as they are written. */
  pieces(answer: Answer, request: WireRequest): Iterable<string>;
  errorBody(error: WireError, requestId: string): unknown;
  /** Returns the piece with which a stream ends in an error. */
  errorPiece(error: WireError): string;
  /** Name of the header with the request's id. */
  requestIdHeader: string;
  /** Headers without which a request is rejected. */
  requiredHeaders: string[];
  /** Prefix of call ids. */
  callPrefix: string;
  /** Returns the client's key from its headers. */
  keyIn(headers: Record<string, string | string[] | undefined>): string | undefined;
}
