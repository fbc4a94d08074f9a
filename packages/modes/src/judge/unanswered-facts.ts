import type { FactRequest } from '../mode/facts.ts';
import type { ModeContext } from '../mode/mode.ts';

/** Those of the requests that the context has no answer to. */
export function unansweredFacts(requests: FactRequest[], { facts, records }: ModeContext): FactRequest[] {
  return requests.flatMap((request): FactRequest[] => {
    if (request.fact !== 'records') return facts?.[request.fact] === undefined ? [request] : [];
    const keys = request.keys.filter((key) => records?.[key] === undefined);
    return keys.length > 0 ? [{ fact: 'records', keys }] : [];
  });
}
