import type { OwnerHome } from '@agent-home/http-contract';
import { pagePaths } from '../places/page-paths.ts';
import { needsThem } from './what-is-new.ts';

/** Subject of a possible notification, with a stable tag. */
export interface Tellable {
  tag: string;
  kind: 'turn' | 'waiting';
  agentId: string;
  about: string;
  href: string;
}

/** Returns the possible notifications about an owner's agents: their turns, and pending items. */
export function tellableOf(home: Pick<OwnerHome, 'agents' | 'waiting'>): Tellable[] {
  const turns = home.agents.flatMap(({ agent_id: agentId, doing }) =>
    doing.flatMap(({ turn, topic_id: topicId, title }): Tellable[] =>
      turn?.agent_id === agentId
        ? [
            {
              tag: `${topicId}/${turn.turn_id}`,
              kind: 'turn',
              agentId,
              about: title,
              href: pagePaths.topic(topicId),
            },
          ]
        : [],
    ),
  );
  const waiting = home.waiting.filter(needsThem).map(
    (one): Tellable => ({
      tag: one.id,
      kind: 'waiting',
      agentId: one.agent_id,
      about: one.container?.title ?? '',
      href: '/mine',
    }),
  );
  return [...turns, ...waiting];
}

/** Filters wanted notifications that are new. The first batch is not news. */
export class Told {
  #known: Set<string> | undefined;

  newOf(now: readonly Tellable[], isWanted: (one: Tellable) => boolean): Tellable[] {
    const known = this.#known;
    this.#known = new Set(now.map(({ tag }) => tag));
    return known === undefined ? [] : now.filter((one) => !known.has(one.tag) && isWanted(one));
  }
}
