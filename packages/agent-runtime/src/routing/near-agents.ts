import { nearestName } from '../definition/index.ts';
import type { KeywordHit, KeywordTriggers, KeywordUse } from './keyword-triggers.ts';
import type { NearAgent } from './routing.ts';

const mostAgents = 5;
/** Limits of the search for typing errors, because a user is waiting for the result. */
const mostWords = 20;
const mostKeywords = 2_000;
const shortestWord = 3;

/**
 * Returns agents whose keywords occur in the prompt inside other words, then those whose keywords are one typing error away.
 * @param folded the prompt, folded like the keywords
 */
export function nearAgents(
  folded: string,
  keywords: KeywordTriggers,
  hits: readonly KeywordHit[],
): NearAgent[] {
  const near = new Map<string, NearAgent>();
  const add = ({ agent, keyword }: KeywordUse, word: string) => {
    if (!near.has(agent.name) && near.size < mostAgents)
      near.set(agent.name, { agent: agent.name, keyword, word });
  };
  for (const { use, applies } of hits) if (!applies) add(use, use.keyword);
  const byKeyword = new Map<string, KeywordUse>();
  for (const use of keywords.all())
    if (byKeyword.size < mostKeywords && !byKeyword.has(use.keyword)) byKeyword.set(use.keyword, use);
  for (const word of toWords(folded)) {
    const use = byKeyword.get(nearestName(word, byKeyword.keys()) ?? '');
    if (use) add(use, word);
  }
  return [...near.values()];
}

function toWords(folded: string): string[] {
  const words = new Set(folded.slice(0, 2_000).match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []);
  return [...words].filter((word) => word.length >= shortestWord).slice(0, mostWords);
}
