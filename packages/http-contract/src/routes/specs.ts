import { specEndpoints } from '../endpoints/endpoints.ts';
import {
  contractSchemaParamsSchema,
  newSpecSchema,
  registeredSpecSchema,
  specListQuerySchema,
  specListSchema,
  specNameParamsSchema,
  specParamsSchema,
  specSetParamsSchema,
  specSetSchema,
  specVersionParamsSchema,
  specVersionSchema,
  specVersionsSchema,
  withdrawnSpecSchema,
} from '../specs/specs.ts';
import { defineRoute } from './define-route.ts';

export const specRoutes = {
  list: defineRoute(specEndpoints.list, {
    access: 'agent_or_owner',
    summary: 'List registered versions of agents, tools and policies',
    query: specListQuerySchema,
    responses: { 200: specListSchema },
  }),
  listVersions: defineRoute(specEndpoints.listVersions, {
    access: 'agent_or_owner',
    summary: 'List the versions of a spec, newest release first',
    params: specNameParamsSchema,
    responses: { 200: specVersionsSchema },
  }),
  read: defineRoute(specEndpoints.read, {
    access: 'agent_or_owner',
    summary: 'Get a version of a spec, or with `newest` its newest release',
    params: specParamsSchema,
    responses: { 200: registeredSpecSchema },
  }),
  readSet: defineRoute(specEndpoints.readSet, {
    access: 'agent_or_owner',
    summary: 'Get an agent with its policies and tools, all of one moment',
    params: specSetParamsSchema,
    responses: { 200: specSetSchema },
  }),
  register: defineRoute(specEndpoints.register, {
    access: ['agents', 'own'],
    summary: 'Register a version, which never changes; the same text again changes nothing',
    params: specVersionParamsSchema,
    body: newSpecSchema,
    responses: { 200: specVersionSchema, 201: specVersionSchema },
  }),
  withdraw: defineRoute(specEndpoints.withdraw, {
    access: ['agents', 'own'],
    summary: 'Withdraw a version; only the same text can use it again',
    params: specVersionParamsSchema,
    responses: { 200: withdrawnSpecSchema },
  }),
  readContract: defineRoute(specEndpoints.readContract, {
    access: 'everybody',
    summary: 'Get a JSON Schema of AgentSpec, ToolSpec, PolicySpec, RunEvent or TraceSpan',
    params: contractSchemaParamsSchema,
    content: { 'application/json': 'object' },
  }),
};
