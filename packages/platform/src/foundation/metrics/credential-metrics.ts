import type { Meters } from './meters.ts';

/** Credentials, and the token service behind them. */
export const credentialMetrics = ({ counter }: Meters) => ({
  credentials: counter('credentials_total', 'Credentials issued, reused or failed', ['outcome']),
  tokenServiceCalls: counter('token_service_calls_total', 'Calls to STS, by what came of them', ['outcome']),
  budgetRefusals: counter('token_budget_refusals_total', 'Requests refused to spare the STS limit', [
    'class',
  ]),
});
