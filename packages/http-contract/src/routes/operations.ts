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
    summary: 'Check that the process runs',
    responses: { 200: okSchema },
    ignoresUnknownQuery: true,
  }),
  isReady: defineRoute(operationsEndpoints.isReady, {
    access: 'everybody',
    summary: 'Check that the process is ready',
    responses: { 200: okSchema },
    ignoresUnknownQuery: true,
  }),
  readMetrics: defineRoute(operationsEndpoints.readMetrics, {
    access: 'metrics',
    summary: 'Get Prometheus metrics, with a metrics token or as an admin',
    content: { 'application/openmetrics-text': 'text' },
    ignoresUnknownQuery: true,
  }),
  showHealth: defineRoute(operationsEndpoints.showHealth, {
    access: ['operations.read'],
    summary: 'Get the health of the home: pending and failed work, open circuit breakers',
    responses: { 200: officeHealthSchema },
  }),
  showHealthHistory: defineRoute(operationsEndpoints.showHealthHistory, {
    access: ['operations.read'],
    summary: 'Get the health history that this process has recorded',
    responses: { 200: officeHealthHistorySchema },
  }),
  showOverview: defineRoute(operationsEndpoints.showOverview, {
    access: ['office.read'],
    summary: 'List work for admins: pending decisions and stalled topics',
    responses: { 200: officeOverviewSchema },
  }),
  listActs: defineRoute(operationsEndpoints.listActs, {
    access: ['audit.read'],
    summary: 'List acts of admins and owners, newest first, with their hash chain',
    query: actQuerySchema,
    responses: { 200: actListSchema },
  }),
};
