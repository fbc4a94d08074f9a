import type { AgentRow, FeedReader, UsedNonce } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

/** Returns the agent that signed the request, on routes with the access `agent`. */
export function requestingAgent(request: FastifyRequest): AgentRow {
  if (!request.agent)
    throw new ApiError(
      'signature_missing',
      'the request has no signature; sign it (docs/protocol/requests.md)',
    );
  return request.agent;
}

/** Returns the nonce that the handler must still use, on routes behind `authentication.agentWithNonce`. */
export function unusedNonce(request: FastifyRequest): UsedNonce {
  if (!request.nonce)
    throw new ApiError(
      'signature_missing',
      'the request has no signature; sign it (docs/protocol/requests.md)',
    );
  return request.nonce;
}

/** Returns the reader on routes behind `authentication.reading`. */
export function requestingReader(request: FastifyRequest): FeedReader {
  if (!request.reader)
    throw new ApiError(
      'signature_missing',
      'the request has no signature; sign it (docs/protocol/requests.md)',
    );
  return request.reader;
}
