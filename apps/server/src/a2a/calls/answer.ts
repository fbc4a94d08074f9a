import { type A2aError, toNumber } from './errors.ts';
import type { Envelope } from './read-call.ts';

export type CallOutcome = { result: Record<string, unknown> } | { error: A2aError };

/** Returns the JSON-RPC response to a call. */
export function callAnswer(id: Envelope['id'], outcome: CallOutcome) {
  const named = { jsonrpc: '2.0' as const, id: id ?? null };
  if ('result' in outcome) return { ...named, result: outcome.result };
  return { ...named, error: refusal(outcome.error) };
}

function refusal({ code, message }: A2aError) {
  const details = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: code.toUpperCase(),
    domain: 'a2a-protocol.org',
  };
  return { code: toNumber(code), message, data: [details] };
}
