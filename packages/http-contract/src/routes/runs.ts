import { runEndpoints } from '../endpoints/endpoints.ts';
import {
  mirroredRecordsSchema,
  receivedRecordsSchema,
  runBatchSchema,
  runParamsSchema,
  runQuerySchema,
  runRecordsQuerySchema,
} from '../runs/records.ts';
import { erasedRunSchema, mirroredRunSchema, runListQuerySchema, runListSchema } from '../runs/runs.ts';
import { runUseQuerySchema, runUseSchema } from '../runs/use.ts';
import { defineRoute } from './define-route.ts';

export const runRoutes = {
  sendRecords: defineRoute(runEndpoints.sendRecords, {
    access: 'agent',
    summary: 'Send consecutive records of a run of the calling agent',
    params: runParamsSchema,
    body: runBatchSchema,
    responses: { 200: receivedRecordsSchema },
  }),
  list: defineRoute(runEndpoints.list, {
    access: ['office.read', 'own'],
    summary: 'List the mirrored runs of own agents; for the office, of all agents',
    query: runListQuerySchema,
    responses: { 200: runListSchema },
  }),
  showUse: defineRoute(runEndpoints.showUse, {
    access: ['office.read', 'own'],
    summary:
      'Get tokens and cost of the mirrored runs of own agents by UTC day; for the office, of all agents',
    query: runUseQuerySchema,
    responses: { 200: runUseSchema },
  }),
  show: defineRoute(runEndpoints.show, {
    access: ['office.read', 'own'],
    summary: 'Get a mirrored run',
    params: runParamsSchema,
    query: runQuerySchema,
    responses: { 200: mirroredRunSchema },
  }),
  readRecords: defineRoute(runEndpoints.readRecords, {
    access: ['office.read', 'own'],
    summary: 'Get a part of the log of a mirrored run',
    params: runParamsSchema,
    query: runRecordsQuerySchema,
    responses: { 200: mirroredRecordsSchema },
  }),
  follow: defineRoute(runEndpoints.follow, {
    access: ['office.read', 'own'],
    summary: 'Stream server-sent events for new records of a mirrored run',
    params: runParamsSchema,
    query: runQuerySchema,
    content: { 'text/event-stream': 'text' },
  }),
  erase: defineRoute(runEndpoints.erase, {
    access: ['agents', 'own'],
    summary: 'Erase the texts of a mirrored run; the hashes of its records remain',
    params: runParamsSchema,
    query: runQuerySchema,
    responses: { 200: erasedRunSchema },
    isDoneOnce: true,
  }),
};
