import { tables } from '@agent-home/database';
import type { JsonObject } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { zoneAroundNoon } from '../../stories/around-noon.ts';
import type { Stage } from '../../stories/stage.ts';
import type { StagedTopic } from '../../stories/staged-topic.ts';
import { fillIn } from '../fill-in.ts';
import type { Step } from '../scenes/scene.ts';
import type { LiveCast } from './live-cast.ts';
import type { MatrixTopic } from './topic-plan.ts';

export interface LiveTopic extends MatrixTopic {
  topicId: string;
}

export const circleOfTopics = 'ring';

/** Opens a topic, plays its scene to the end with real credentials and a real worker, and puts out who is to be out. */
export async function playLiveTopic(stage: Stage, cast: LiveCast, plan: MatrixTopic): Promise<LiveTopic> {
  const { scene, visibility, readScope, lifecycle } = plan;
  const isUnknown = scene.mode === 'unheard_of';
  const zone = { zone: zoneAroundNoon(new Date()) };
  const rules = JSON.parse(fillIn(JSON.stringify(scene.rules), zone)) as JsonObject;
  const topic = await stage.open(isUnknown ? 'freeform' : scene.mode, rules, {
    visibility,
    read_scope: readScope,
    owner_id: 'olga',
    ...(visibility === 'circle' ? { circle_id: circleOfTopics } : {}),
    ...(visibility === 'invite' ? { allowlist_agent_ids: cast.invited } : {}),
  });
  for (const step of scene.steps) await playStep(topic, step);
  const { topicId } = topic;
  const moderate = (action: object) => stage.home.admin('POST', `/v1/topics/${topicId}/moderation`, action);
  // Who is put out of a topic's circle is out of the topic by that.
  if (visibility !== 'circle') await moderate({ action: 'eject', agent_id: cast.leaving.agentId });
  if (lifecycle === 'paused') await moderate({ action: 'pause' });
  if (lifecycle === 'closed') await moderate({ action: 'close' });
  // Closing is an input that a mode judges: it comes before the mode is forgotten.
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

async function playStep(topic: StagedTopic, step: Step): Promise<void> {
  if ('wait' in step) {
    await topic.until({ phase: 'judging' });
    return;
  }
  const agent = topic.stage.cast[step.who];
  if ('say' in step) {
    expect(await topic.say(agent, step.say), step.say).toBe('accepted');
    return;
  }
  const payload = JSON.parse(
    fillIn(JSON.stringify(step.payload ?? {}), { topic: topic.topicId }),
  ) as JsonObject;
  expect(await topic.send(agent, step.request, payload), step.request).toBe('accepted');
}

/** As a later platform would have left it: nothing that this one can do makes such a topic. */
async function forgetMode(stage: Stage, topicId: string): Promise<void> {
  const { topics } = tables;
  await stage.home.open.platform.database
    .update(topics)
    .set({ mode: 'unheard_of' })
    .where(eq(topics.topicId, topicId));
}
