import { expect } from 'vitest';
import type { AskedGrant, RawAgent } from '../../support/raw-agent.ts';
import type { TestHome } from '../../support/start-home.ts';

interface Asked {
  /** Start of the request, counted in events of this process, because no clock orders events within a millisecond. */
  began: number;
  opened: number;
}

/** Settings of a home without rate limits. */
export const withoutLimits = {
  AGENT_HOME_REQUESTS_PER_MINUTE: '1000000',
  AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '1000000',
  AGENT_HOME_STS_PER_SECOND: '10000',
};

/** Number of parallel requests, and of those that begin after the response to the removal. */
export const hammers = 8;
const afterwards = 40;

/**
 * Sends requests without a pause, on several connections at once, while `remove` runs. Returns the number of
 * grants by requests that began before its response, and by those that began after.
 */
async function hammer(agent: RawAgent, grants: AskedGrant[], remove: () => Promise<unknown>) {
  let event = 0;
  let removedAt = Number.POSITIVE_INFINITY;
  let warm = 0;
  let begunAfter = 0;
  const asked: Asked[] = [];
  let isWarm = () => {};
  const warmedUp = new Promise<void>((resolve) => {
    isWarm = resolve;
  });
  const run = async () => {
    while (begunAfter < afterwards) {
      event += 1;
      const began = event;
      if (began > removedAt) begunAfter += 1;
      const { status, body } = await agent.call('POST', '/v1/credentials', { grants });
      expect(status, JSON.stringify(body)).toBe(200);
      asked.push({ began, opened: (body.credentials as unknown[]).length });
      warm += 1;
      if (warm === hammers * 3) isWarm();
    }
  };
  const running = Array.from({ length: hammers }, run);
  await warmedUp;
  await remove();
  event += 1;
  removedAt = event;
  await Promise.all(running);
  const opened = (some: Asked[]) => some.filter((one) => one.opened > 0).length;
  const after = asked.filter(({ began }) => began > removedAt);
  return {
    openedBefore: opened(asked.filter(({ began }) => began < removedAt)),
    askedAfter: after.length,
    openedAfter: opened(after),
  };
}

export async function expectNothingAfter(
  agent: RawAgent,
  grants: AskedGrant[],
  remove: () => Promise<unknown>,
) {
  const { openedBefore, askedAfter, openedAfter } = await hammer(agent, grants, remove);
  expect(openedBefore).toBeGreaterThan(hammers);
  expect(askedAfter).toBeGreaterThanOrEqual(afterwards);
  expect(openedAfter).toBe(0);
}

export const inTopic = (topic_id: string): AskedGrant[] =>
  ['topic_read', 'topic_message_write'].map((type) => ({ type, topic_id }));

export const inTask = (task_id: string): AskedGrant[] =>
  ['task_read', 'task_write'].map((type) => ({ type, task_id }));

export function actOn(
  home: TestHome,
  kind: 'agents' | 'circles' | 'tasks',
  id: string,
  action: object,
): Promise<unknown> {
  return home.admin('POST', `/v1/admin/${kind}/${id}/actions`, action);
}

export async function openTopic(home: TestHome, topicId: string, fields: object): Promise<void> {
  const topic = { topic_id: topicId, title: topicId, mode: 'freeform', ...fields };
  await home.admin('POST', '/v1/admin/topics', topic);
}
