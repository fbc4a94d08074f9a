import { setTimeout as delay } from 'node:timers/promises';
import { newTopicSchema } from '@agent-home/http-contract';
import { createTopic, type Platform, platformOwnerId } from '@agent-home/platform';
import type { Act } from '../../../../examples/agents/act.ts';
import type { Pace } from '../../../../examples/agents/pace.ts';
import type { Playbill, Show } from '../../../../examples/agents/playbill.ts';

/** Between the end of one topic and the beginning of the next, in lines. */
const pauseInLines = 10;
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
      log(`the stage of ${stage.map(({ kind }) => kind).join(', ')} stumbled and starts over`, error);
      await delay(pauseAfterTroubleMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Carries on with what is open, else opens what comes after what was on last. */
async function manageStage(stage: readonly Act[], house: House): Promise<void> {
  const { platform, playbill, pace, signal } = house;
  const past = await Promise.all(stage.map((act) => newestShow(platform, act.kind)));
  const shows = new Map(past.flatMap((show) => (show ? [[show.kind, show] as const] : [])));
  const newest = [...shows.values()].sort((one, other) => other.createdAt - one.createdAt)[0];
  let place = stage.findIndex(({ kind }) => kind === newest?.kind);
  for (let show: Show | undefined = newest?.isOpen ? newest : undefined; ; show = undefined) {
    if (!show) {
      place = (place + 1) % stage.length;
      const act = stage[place];
      if (!act) return;
      show = await openShow(platform, act, (shows.get(act.kind)?.number ?? 0) + 1, pace);
      shows.set(act.kind, { ...show, isOpen: true, createdAt: Date.now() });
    }
    playbill.announce(show);
    while (await isOpen(platform, show.topicId)) await pace.rest(0.5, signal);
    await pace.rest(pauseInLines, signal);
  }
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
