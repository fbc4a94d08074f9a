import { type Meters, quick } from './meters.ts';

/** What the API answers, and what agents report to it. */
export const requestMetrics = ({ counter, histogram }: Meters) => ({
  problems: counter('problems_total', 'Requests the API refused, by code', ['code']),
  requestSeconds: histogram('request_seconds', 'How long the API took to answer', quick, ['route']),
  verificationFailures: counter('verification_failures_total', 'Objects that agents refused to trust', [
    'code',
  ]),
});
