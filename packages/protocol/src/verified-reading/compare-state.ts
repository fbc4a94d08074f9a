import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { LedgerHead } from '../ledger/ledger-chain.ts';
import { contradiction } from './chain-step.ts';

/** Difference between a certified state and the entries that it names. */
export interface StateDifference {
  code: 'head_mismatch' | 'state_differs';
  detail: string;
}

/**
 * Compares a certified state with the entry and the state that a replay reached at its place. Parts that the replay did not reach
 * are not compared.
 */
export function compareState(
  certified: { ledger: LedgerHead; state: JsonObject | undefined },
  reached: { hash: string | undefined; state: JsonObject | undefined },
): StateDifference | undefined {
  const { ledger, state } = certified;
  if (contradiction({ sequence: ledger.sequence, hash: reached.hash }, { named: ledger })) {
    return { code: 'head_mismatch', detail: `names another entry ${ledger.sequence} than the one shown` };
  }
  if (!state || !reached.state || canonicalJson(state) === canonicalJson(reached.state)) return undefined;
  return { code: 'state_differs', detail: 'is not the state that the ledger leads to' };
}
