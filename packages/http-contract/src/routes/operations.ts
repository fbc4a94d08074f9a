import { operationsEndpoints } from '../endpoints/endpoints.ts';
import { actListSchema, actQuerySchema } from '../operations/acts.ts';
import { officeHealthSchema } from '../operations/health.ts';
import { officeHealthHistorySchema } from '../operations/health-history.ts';
import { officeOverviewSchema } from '../operations/overview.ts';
import { okSchema } from '../operations/probes.ts';
import { defineRoute } from './define-route.ts';

export const operationsRoutes = {
  isAlive: defineRoute(operationsEndpoints.isAlive, {
    access: 'everybody',
    summary: 'The process runs',
    responses: { 200: okSchema },
    ignoresUnknownQuery: true,
  }),
  isReady: defineRoute(operationsEndpoints.isReady, {
    access: 'everybody',
    summary: 'Ready for work',
    responses: { 200: okSchema },
    ignoresUnknownQuery: true,
  }),
  readMetrics: defineRoute(operationsEndpoints.readMetrics, {
    access: 'metrics',
    summary: 'Prometheus metrics, for a metrics token or an admin',
    content: { 'application/openmetrics-text': 'text' },
    ignoresUnknownQuery: true,
  }),
  showHealth: defineRoute(operationsEndpoints.showHealth, {
    access: ['operations.read'],
    summary: 'How the home is: what waits, what failed, what is left alone',
    responses: { 200: officeHealthSchema },
  }),
  showHealthHistory: defineRoute(operationsEndpoints.showHealthHistory, {
    access: ['operations.read'],
    summary: 'How the home was in the last hours, as far as this process has looked',
    responses: { 200: officeHealthHistorySchema },
  }),
  showOverview: defineRoute(operationsEndpoints.showOverview, {
    access: ['office.read'],
    summary: 'What waits for a person, and which topics stand still',
    responses: { 200: officeOverviewSchema },
  }),
  listActs: defineRoute(operationsEndpoints.listActs, {
    access: ['audit.read'],
    summary: 'Acts of administrators and owners, the newest first, with the hashes that chain them',
    query: actQuerySchema,
    responses: { 200: actListSchema },
  }),
};
