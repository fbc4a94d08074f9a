import {
  a2aAgentListQuerySchema,
  a2aAgentListSchema,
  a2aAnswerSchema,
  a2aCallSchema,
  a2aCardSchema,
  a2aKeySetSchema,
} from '../a2a/a2a.ts';
import { a2aEndpoints } from '../endpoints/endpoints.ts';
import { agentParamsSchema } from '../parts/parameters.ts';
import { nothingSchema } from '../sessions/session.ts';
import { defineRoute } from './define-route.ts';

export const a2aRoutes = {
  list: defineRoute(a2aEndpoints.list, {
    access: 'viewer',
    summary: 'List agents reachable by A2A with their signed A2A cards, sorted by id',
    query: a2aAgentListQuerySchema,
    responses: { 200: a2aAgentListSchema },
  }),
  readCard: defineRoute(a2aEndpoints.readCard, {
    access: 'viewer',
    summary: 'Get the signed A2A 1.0 card of an agent',
    params: agentParamsSchema,
    responses: { 200: a2aCardSchema },
  }),
  call: defineRoute(a2aEndpoints.call, {
    access: ['agents', 'own'],
    summary: 'Call an agent by A2A 1.0: SendMessage, GetTask or CancelTask; for owners',
    params: agentParamsSchema,
    body: a2aCallSchema,
    responses: { 200: a2aAnswerSchema, 204: nothingSchema },
  }),
  readKeys: defineRoute(a2aEndpoints.readKeys, {
    access: 'everybody',
    summary: 'Get the key that signs A2A cards',
    responses: { 200: a2aKeySetSchema },
  }),
};
