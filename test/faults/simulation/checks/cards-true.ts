import type { Finding } from './evidence.ts';

const check = 'cards true';

/** Agent as recorded in the database. */
export interface AgentFacts {
  agentId: string;
  publicKey: string;
  standing: string;
  /** Earlier keys of the agent. */
  formerKeys: string[];
}

const ownersWords = new Set([
  'name',
  'personality',
  'interests',
  'capabilities',
  'bio',
  'greeting',
  'persona',
]);
const platformsWords = new Set([
  ...['kind', 'schema_version', 'agent_id', 'card_version', 'prompt_view', 'agent_public_key'],
  ...['previous_public_keys', 'status', 'cert'],
]);

/** Requires the platform's fields of a certified card to be facts of the home, not inventions of its owner. */
export function cardsTrue(bucket: ReadonlyMap<string, string>, agents: readonly AgentFacts[]): Finding[] {
  const byKey = new Map(agents.map((agent) => [`agents/all/${agent.agentId}.json`, agent]));
  return [...bucket].flatMap(([subject, text]) => {
    if (!subject.startsWith('agents/all/')) return [];
    const agent = byKey.get(subject);
    if (!agent) return [{ check, subject, problem: 'is the card of nobody' }];
    const card = JSON.parse(text) as Record<string, unknown>;
    const { standing, publicKey, formerKeys } = agent;
    const keys = (card.previous_public_keys ?? []) as string[];
    const problems = [
      ...Object.keys(card)
        .filter((name) => !ownersWords.has(name) && !platformsWords.has(name))
        .map((name) => `certifies ${name}, which nobody vouches for`),
      ...(card.kind === 'agent_card' && card.agent_id === agent.agentId ? [] : ['is the card of another']),
      ...(card.agent_public_key === publicKey ? [] : ['certifies a key that is not the agent’s']),
      ...keys
        .filter((key) => !formerKeys.includes(key))
        .map(() => 'certifies a former key that never was the agent’s'),
      ...((card.status === 'withdrawn') === (standing === 'withdrawn')
        ? []
        : [`says ${String(card.status ?? 'nothing')} of an agent that is ${standing}`]),
    ];
    return problems.map((problem) => ({ check, subject, problem }));
  });
}
