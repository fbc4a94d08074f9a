import { tables } from '@agent-home/platform/database';
import type { JsonObject } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { zoneAroundNoon } from '../../../support/stories/around-noon.ts';
import type { Stage } from '../../../support/stories/stage.ts';
import type { StagedTopic } from '../../../support/stories/staged-topic.ts';
import { fillIn } from '../fill-in.ts';
import type { Scene, Step } from '../scenes/scene.ts';
import type { LiveCast } from './live-cast.ts';
import type { MatrixTopic } from './topic-plan.ts';

export interface LiveTopic extends MatrixTopic {
  topicId: string;
}

export const circleOfTopics = 'ring';

/**
 * Opens a topic, plays its scene to the end with real credentials and a real worker, and then removes the agents that must be out.
 */
export async function playLiveTopic(stage: Stage, cast: LiveCast, plan: MatrixTopic): Promise<LiveTopic> {
  const { scene, visibility, readScope, lifecycle } = plan;
  const isUnknown = scene.mode === 'unheard_of';
  const { topicId } = await playInTime(scene, (rules) =>
    stage.open(isUnknown ? 'freeform' : scene.mode, rules, {
      visibility,
      read_scope: readScope,
      owner_id: 'olga',
      ...(visibility === 'circle' ? { circle_id: circleOfTopics } : {}),
      ...(visibility === 'invite' ? { allowlist_agent_ids: cast.invited } : {}),
    }),
  );
  const moderate = (action: object) => stage.home.admin('POST', `/v1/topics/${topicId}/moderation`, action);
  // An agent removed from a topic's circle is thereby removed from the topic.
  if (visibility !== 'circle') await moderate({ action: 'eject', agent_id: cast.leaving.agentId });
  if (lifecycle === 'paused') await moderate({ action: 'pause' });
  if (lifecycle === 'closed') await moderate({ action: 'close' });
  // A mode judges the closing, so the topic is closed before its mode becomes unknown.
  if (isUnknown) await forgetMode(stage, topicId);
  const beside = { visibility: 'invite', mode: 'freeform' };
  await stage.home.admin('POST', '/v1/admin/topics', {
    ...beside,
    topic_id: `${topicId}x`,
    title: 'Beside it',
    owner_id: 'olga',
  });
  return { ...plan, topicId };
}

/** Plays a scene. Repeats it with more time if a busy machine missed its deadline. */
async function playInTime(
  scene: Scene,
  open: (rules: JsonObject) => Promise<StagedTopic>,
): Promise<StagedTopic> {
  const zone = { zone: zoneAroundNoon(new Date()) };
  const rules = JSON.parse(fillIn(JSON.stringify(scene.rules), zone)) as JsonObject;
  const seconds = rules.submission_deadline_seconds;
  const tries =
    typeof seconds === 'number'
      ? [1, 4, 16].map((times) => ({ ...rules, submission_deadline_seconds: seconds * times }))
      : [rules];
  for (const attempt of tries) {
    const topic = await open(attempt);
    if (await isPlayed(topic, scene.steps)) return topic;
  }
  throw new Error(`${scene.mode}/${scene.phase} was too late in each of its topics`);
}

async function isPlayed(topic: StagedTopic, steps: readonly Step[]): Promise<boolean> {
  for (const step of steps) if (!(await playStep(topic, step))) return false;
  return true;
}

/** Returns false if a message came too late. */
async function playStep(topic: StagedTopic, step: Step): Promise<boolean> {
  if ('wait' in step) {
    await topic.until({ phase: 'judging' });
    return true;
  }
  const agent = topic.stage.cast[step.who];
  if ('say' in step) {
    const verdict = await topic.say(agent, step.say).catch((error: unknown) => {
      // The window closed before the credential was issued, not after it.
      if (error instanceof Error && error.message.endsWith(': round_closed')) return 'rejected too_late';
      throw error;
    });
    if (verdict.endsWith(' too_late')) return false;
    expect(verdict, step.say).toBe('accepted');
    return true;
  }
  const payload = JSON.parse(
    fillIn(JSON.stringify(step.payload ?? {}), { topic: topic.topicId }),
  ) as JsonObject;
  expect(await topic.send(agent, step.request, payload), step.request).toBe('accepted');
  return true;
}

/** Simulates a topic of a later platform version, which this version cannot create. */
async function forgetMode(stage: Stage, topicId: string): Promise<void> {
  const { topics } = tables;
  await stage.home.open.platform.database
    .update(topics)
    .set({ mode: 'unheard_of' })
    .where(eq(topics.topicId, topicId));
}
