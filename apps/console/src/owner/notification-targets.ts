import type { OwnerHome } from '@agent-home/http-contract';
import { approvalsPath, pagePaths } from '../places/page-paths.ts';
import { needsThem } from './unread-messages.ts';

/** Subject of a possible notification, with a stable tag. */
export interface NotificationTarget {
  tag: string;
  kind: 'turn' | 'waiting';
  agentId: string;
  about: string;
  href: string;
}

/** Returns the possible notifications about an owner's agents: their turns, and pending items. */
export function listNotificationTargets(home: Pick<OwnerHome, 'agents' | 'waiting'>): NotificationTarget[] {
  const turns = home.agents.flatMap(({ agent_id: agentId, doing }) =>
    doing.flatMap(({ turn, topic_id: topicId, title }): NotificationTarget[] =>
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
    (one): NotificationTarget => ({
      tag: one.id,
      kind: 'waiting',
      agentId: one.agent_id,
      about: one.container?.title ?? (one.kind === 'run_approval' ? (one.text ?? '') : ''),
      href: one.kind === 'run_approval' ? approvalsPath : '/mine',
    }),
  );
  return [...turns, ...waiting];
}

/** Filters wanted notifications that are new. The first batch is not news. */
export class Told {
  #known: Set<string> | undefined;

  findNew(
    now: readonly NotificationTarget[],
    isWanted: (one: NotificationTarget) => boolean,
  ): NotificationTarget[] {
    const known = this.#known;
    this.#known = new Set(now.map(({ tag }) => tag));
    return known === undefined ? [] : now.filter((one) => !known.has(one.tag) && isWanted(one));
  }
}
