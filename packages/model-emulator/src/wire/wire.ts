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
}

/** One vendor's protocol. */
export interface Wire {
  name: 'openai' | 'anthropic';
  /** @throws WireError if the vendor would reject the request */
  read(body: unknown): WireRequest;
  body(answer: Answer): unknown;
  /** The pieces of a stream, each as it is written. */
  pieces(answer: Answer, request: WireRequest): Iterable<string>;
  errorBody(error: WireError, requestId: string): unknown;
  /** Returns the piece with which a stream ends in an error. */
  errorPiece(error: WireError): string;
  /** The header that carries the request's id. */
  requestIdHeader: string;
  /** A request without one of these is refused. */
  requiredHeaders: string[];
  /** Prefix of call ids. */
  callPrefix: string;
  /** The key that a client shows, by its headers. */
  keyIn(headers: Record<string, string | string[] | undefined>): string | undefined;
}
