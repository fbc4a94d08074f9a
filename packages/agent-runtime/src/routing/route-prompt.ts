import { foldText } from './fold-text.ts';
import { type KeywordHit, KeywordTriggers } from './keyword-triggers.ts';
import { nearAgents } from './near-agents.ts';
import { type RegexHit, RegexTriggers } from './regex-triggers.ts';
import {
  type Candidate,
  compareCandidates,
  compareMatches,
  decidedBy,
  type NearAgent,
  type RoutedAgent,
  type Routing,
  type TriggerMatch,
} from './routing.ts';

/** Limit of a prompt for routing, in UTF-16 units. */
export const routedCharacters = 65_536;
/** Limit of a reported match of an expression. */
const toldCharacters = 300;

export interface CompiledTriggers {
  /**
   * Returns the agent that a prompt is routed to, and the reason (S3-76 to S3-80).
   * @param every true to match expressions that can no longer win as well, so that each candidate is complete
   */
  route(prompt: string, options?: { every?: boolean }): Routing;
  /** Returns up to five agents that nearly match, for a prompt without a match. */
  near(prompt: string): NearAgent[];
  /** Returns keywords and expressions that several agents have. Only one of these agents gets the prompt. */
  shared(): SharedTrigger[];
}

export interface SharedTrigger {
  /** Keyword in its compared form. */
  keyword: string;
  agents: string[];
}

/** Compiles the triggers of all agents once. Agents without triggers are never chosen. */
export function compileTriggers(agents: readonly RoutedAgent[]): CompiledTriggers {
  const keywords = new KeywordTriggers(agents);
  const regexes = new RegexTriggers(agents);
  return {
    route: (prompt, options) => routed(beginOf(prompt), { keywords, regexes }, options),
    near: (prompt) => nearAgents(foldText(beginOf(prompt)).text, keywords, keywords.find(beginOf(prompt))),
    shared: () =>
      [...keywords.shared()].map(({ keyword, uses }) => ({
        keyword,
        agents: [...new Set(uses.map(({ agent }) => agent.name))].sort(),
      })),
  };
}

/** Avoids a cut inside a character. */
function beginOf(prompt: string): string {
  return prompt.slice(0, routedCharacters).toWellFormed();
}

function routed(
  prompt: string,
  { keywords, regexes }: { keywords: KeywordTriggers; regexes: RegexTriggers },
  { every = false } = {},
): Routing {
  const taken = keywords.find(prompt).filter(({ applies }) => applies);
  const none = Number.NEGATIVE_INFINITY;
  const best = taken.reduce((largest, { use }) => Math.max(largest, use.of.priority), none);
  // Ordered by priority, so the first match has the highest one.
  const least = ([first]: readonly RegexHit[]) =>
    every ? none : Math.max(best, first?.use.of.priority ?? none);
  const { hits, refused, leftOut, tooMuch } = regexes.find(prompt, least);
  const candidates = collectCandidates([
    ...taken.map((hit) => ({ use: hit.use, match: keywordMatch(hit, prompt) })),
    ...hits.map((hit) => ({ use: hit.use, match: regexMatch(hit, prompt) })),
  ]);
  return {
    winner: candidates[0],
    decidedBy: decidedBy(candidates),
    candidates,
    lookedAt: prompt.length,
    regexesLeftOut: leftOut,
    regexesTooMuch: tooMuch,
    refused,
  };
}

function collectCandidates(found: { use: { agent: RoutedAgent }; match: TriggerMatch }[]): Candidate[] {
  const byAgent = new Map<RoutedAgent, TriggerMatch[]>();
  for (const { use, match } of found) byAgent.set(use.agent, [...(byAgent.get(use.agent) ?? []), match]);
  return [...byAgent]
    .flatMap(([{ name, file }, matches]) => {
      const [first, ...others] = matches.sort(
        (one, other) => compareMatches(one, other) || one.trigger - other.trigger,
      );
      return first ? [{ agent: name, file, matches: [first, ...others] as const }] : [];
    })
    .sort(compareCandidates);
}

function keywordMatch({ use, start, end, length }: KeywordHit, prompt: string): TriggerMatch {
  return toMatch(use, {
    by: 'keyword',
    pattern: use.keyword,
    piece: prompt.slice(start, end),
    start,
    length,
  });
}

function regexMatch({ use, start, end }: RegexHit, prompt: string): TriggerMatch {
  const piece = prompt.slice(start, end);
  return toMatch(use, { by: 'regex', pattern: use.regex, piece, start, length: [...piece].length });
}

function toMatch(
  { trigger, of }: KeywordHit['use'] | RegexHit['use'],
  { piece, ...match }: Pick<TriggerMatch, 'by' | 'pattern' | 'piece' | 'start' | 'length'>,
): TriggerMatch {
  const told = [...piece.slice(0, toldCharacters * 2)].slice(0, toldCharacters).join('').toWellFormed();
  const { intent, priority } = of;
  return { trigger, ...(intent === undefined ? {} : { intent }), priority, ...match, piece: told };
}
