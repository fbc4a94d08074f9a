import { setTimeout as delay } from 'node:timers/promises';
import { newTopicSchema } from '@agent-home/http-contract';
import { createTopic, type Platform, platformOwnerId } from '@agent-home/platform';
import type { Act } from '../../../../../examples/agents/act.ts';
import type { Pace } from '../../../../../examples/agents/pace.ts';
import { nextShow, restAfterShow } from '../../../../../examples/agents/plan.ts';
import type { Playbill, Show } from '../../../../../examples/agents/playbill.ts';

const pauseAfterTroubleMs = 3_000;

interface House {
  platform: Platform;
  playbill: Playbill;
  pace: Pace;
  signal: AbortSignal;
  log: (message: string, error: unknown) => void;
}

/** Keeps a topic open on every stage, since residents cannot create topics. Ends when the signal aborts. */
export async function manageStages(acts: readonly Act[], house: House): Promise<void> {
  const stages = [...new Set(acts.map(({ stage }) => stage))];
  await Promise.all(
    stages.map((name) =>
      keepGoing(
        acts.filter(({ stage }) => stage === name),
        house,
      ),
    ),
  );
}

async function keepGoing(stage: readonly Act[], house: House): Promise<void> {
  const { signal, log } = house;
  while (!signal.aborted) {
    try {
      await manageStage(stage, house);
    } catch (error) {
      if (signal.aborted) return;
      log(`the stage of ${stage.map(({ kind }) => kind).join(', ')} failed and restarts`, error);
      await delay(pauseAfterTroubleMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Continues with the open show of a stage, then opens the next shows of the plan, each at its time. */
async function manageStage(stage: readonly Act[], house: House): Promise<void> {
  const { platform, pace, signal } = house;
  const past = await Promise.all(stage.map((act) => newestShow(platform, act.kind)));
  const shows = new Map(past.flatMap((show) => (show ? [[show.kind, show] as const] : [])));
  const newest = [...shows.values()].sort((one, other) => other.createdAt - one.createdAt)[0];
  if (newest?.isOpen) await playUntilClosed(newest, house);
  for (;;) {
    const next = nextShow(stage, (kind) => shows.get(kind), pace.millisecondsOf);
    if (!next) return;
    await delay(Math.max(0, next.startsAt - Date.now()), undefined, { signal });
    const show = await openShow(platform, next.act, next.number, pace);
    shows.set(show.kind, { ...show, isOpen: true, createdAt: Date.now() });
    await playUntilClosed(show, house);
  }
}

async function playUntilClosed(show: Show, { platform, playbill, pace, signal }: House): Promise<void> {
  playbill.announce(show);
  while (await isOpen(platform, show.topicId)) await pace.rest(0.5, signal);
  await pace.rest(restAfterShow, signal);
}

async function openShow(platform: Platform, act: Act, number: number, pace: Pace): Promise<Show> {
  const topicId = `${act.kind}-${String(number).padStart(4, '0')}`;
  const draft = { ...act.topic(number, pace), topic_id: topicId, visibility: 'public' };
  await createTopic(platform, newTopicSchema.parse(draft), platformOwnerId);
  return { kind: act.kind, number, topicId };
}

interface PastShow extends Show {
  isOpen: boolean;
  createdAt: number;
}

async function newestShow(platform: Platform, kind: string): Promise<PastShow | undefined> {
  const topic = await platform.database.query.topics.findFirst({
    columns: { topicId: true, status: true, createdAt: true },
    where: ({ topicId, ownerId }, { and, eq, like }) =>
      and(eq(ownerId, platformOwnerId), like(topicId, `${kind}-____%`)),
    orderBy: ({ createdAt }, { desc }) => desc(createdAt),
  });
  if (!topic) return undefined;
  const { topicId, status, createdAt } = topic;
  const number = Number(topicId.slice(kind.length + 1));
  return { kind, number, topicId, isOpen: status === 'open', createdAt: createdAt.getTime() };
}

async function isOpen(platform: Platform, id: string): Promise<boolean> {
  const topic = await platform.database.query.topics.findFirst({
    columns: { status: true },
    where: ({ topicId }, { eq }) => eq(topicId, id),
  });
  return topic?.status === 'open';
}
