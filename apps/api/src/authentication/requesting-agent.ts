import type { AgentRow } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

/** The agent that signed, on routes behind `authentication.agent`. */
export function requestingAgent(request: FastifyRequest): AgentRow {
  if (!request.agent) throw new ApiError('signature_missing', 'sign the request');
  return request.agent;
}
