import { reportEndpoints } from '../endpoints/endpoints.ts';
import { receivedFailuresSchema, verificationFailuresSchema } from '../reports/verification-failures.ts';
import { defineRoute } from './define-route.ts';

export const reportRoutes = {
  reportFailures: defineRoute(reportEndpoints.reportFailures, {
    access: 'agent',
    summary: 'Report verification failures',
    body: verificationFailuresSchema,
    responses: { 202: receivedFailuresSchema },
  }),
};
