import { heartbeatKey } from '@agent-home/protocol';
import { every } from '../../../support/every.ts';
import { published } from '../../../support/ledger.ts';
import { denyShell } from '../../../support/policy-texts.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';
import { dayAroundNoon } from '../../../support/stories/around-noon.ts';
import type { Stage } from '../../../support/stories/stage.ts';
import { relations, type Situation, standings } from '../dimensions.ts';
import { editions } from '../editions.ts';
import type { Names } from '../fill-in.ts';
import { situationsLeftOut } from '../left-out.ts';
import { findActor, namesAtMoment } from '../names.ts';
import { castLive, type LiveCast } from './live-cast.ts';
import { act, candidateId, foundCircles, type LiveCircle } from './live-circles.ts';
import { grantsAbout, type LiveSituation } from './live-situation.ts';
import { openTasks } from './live-tasks.ts';
import { circleOfTopics, type LiveTopic, playLiveTopic } from './live-topics.ts';
import { planTopics } from './topic-plan.ts';

const topicsAtOnce = 16;

/** Creates a home in which every possible situation exists. */
export async function settleHome(stage: Stage): Promise<LiveSituation[]> {
  Object.assign(stage.home.open.platform, { editions });
  const cast = await castLive(stage);
  const circles = await foundCircles(stage, cast);
  const tasks = await openTasks(stage, cast);
  const plans = planTopics();
  const topics: LiveTopic[] = [];
  await every(plans.length, topicsAtOnce, async (index) => {
    const plan = plans[index];
    if (plan) topics[index] = await playLiveTopic(stage, cast, plan);
  });
  await stage.home.admin('PUT', '/v1/agents/ada/prompt-bundle', { base_prompt: 'Be kind.' });
  await stage.home.admin('PUT', '/v1/agents/ada/policies', { policies: [{ text: denyShell }] });
  for (const circleId of [circleOfTopics, ...circles.map((circle) => circle.circleId)])
    await act(stage, circleId, { action: 'remove_member', agent_id: cast.leaving.agentId });
  await cast.closeTheDoor();
  await published(stage.home);

  return [
    ...homeSituations(),
    ...circles.flatMap(circleSituations),
    ...tasks.flatMap(({ taskId, ...task }) => about('task', taskId, task)),
    ...topics.flatMap(({ topicId, scene, ...topic }) =>
      about('topic', topicId, { ...topic, moment: `${scene.mode}/${scene.phase}` }),
    ),
  ].flatMap((found) => live(stage, cast, found));
}

interface Found {
  situation: Situation;
  id: string;
  waiting?: string | undefined;
}

const who = standings.flatMap((standing) => relations.map((relation) => ({ standing, relation })));

function homeSituations(): Found[] {
  return who.flatMap((one) =>
    (['registry', 'prompt_bundle', 'platform'] as const).map((container) => ({
      situation: { ...one, container },
      id: '',
    })),
  );
}

function circleSituations({ circleId, membershipMode, listed, waiting }: LiveCircle): Found[] {
  return who.map((one) => ({
    situation: { ...one, container: 'circle', membershipMode, listed, waiting: waiting !== undefined },
    id: circleId,
    waiting,
  }));
}

function about(container: 'topic' | 'task', id: string, rest: object): Found[] {
  return who.map((one) => ({ situation: { ...one, container, ...rest } as Situation, id }));
}

/** Returns the situation with the agent that is in it; an empty list if no live agent can be. */
function live(stage: Stage, cast: LiveCast, found: Found): LiveSituation[] {
  const { situation, id } = found;
  if (situationsLeftOut.some(({ applies }) => applies(situation))) return [];
  if (cannotBeLive(situation)) return [];
  const actor = findActor(situation);
  const agent = actor ? actorIn(stage, situation, actor) : cast.find(situation.standing, situation.relation);
  if (!agent) return [];
  const kind = situation.container;
  const grants =
    kind === 'topic' || kind === 'circle' || kind === 'task' ? grantsAbout(kind, id) : grantsAbout('home');
  return [{ situation, agent, names: collectNames(stage, found, agent), grants }];
}

/** Returns true for situations that the evaluator derives from facts alone and that a live home cannot have. */
function cannotBeLive(situation: Situation): boolean {
  const { container, relation } = situation;
  // The removed agent belongs to the owner, so it still has access to an owner-only task, and tasks remove no agents.
  return container === 'task' && relation === 'removed' && situation.visibility === 'owner-only';
}

/** Returns the actor if it is still admitted: an agent that leaves the home loses the floor. */
function actorIn(stage: Stage, situation: Situation, actor: 'ada' | 'bo' | 'cy'): RawAgent | undefined {
  return situation.standing === 'admitted' ? stage.cast[actor] : undefined;
}

function collectNames(stage: Stage, { situation, id, waiting }: Found, agent: RawAgent): Names {
  const me = agent.agentId;
  const other = me === 'ada' ? 'bo' : 'ada';
  const digits = stage.home.settings.platform.shardDigits;
  const getShard = (agentId: string) => heartbeatKey(agentId, digits).split('/')[2] ?? '';
  const day = (ahead: number) => dayAroundNoon(new Date(Date.now() + ahead * 86_400_000));
  return {
    me,
    other: waiting === undefined ? other : candidateId,
    [situation.container]: id,
    shard: getShard(me),
    other_shard: getShard(other),
    waiting: waiting ?? 'j000777',
    ...namesAtMoment(situation, { yesterday: day(-1), today: day(0), tomorrow: day(1) }),
  };
}
