import type { FactRequest } from '../mode/facts.ts';
import type { ModeContext } from '../mode/mode.ts';

/** Returns the requests for which the context has no facts. */
export function unansweredFacts(requests: FactRequest[], { facts, records }: ModeContext): FactRequest[] {
  return requests.flatMap((request): FactRequest[] => {
    if (request.fact !== 'records') return facts?.[request.fact] === undefined ? [request] : [];
    const keys = request.keys.filter((key) => records?.[key] === undefined);
    return keys.length > 0 ? [{ fact: 'records', keys }] : [];
  });
}
