import {
  createPriorityScheduler,
  type PriorityScheduler,
  runInSteps,
} from '../../foundation/concurrency/priority-scheduler.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { observe } from '../../foundation/telemetry/observe.ts';
import { inSpanOfAll } from '../../foundation/telemetry/trace-context.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import { publishStream } from '../../publication/outbox/publish-stream.ts';
import { answerLater } from '../facts/answer-facts.ts';
import { untilAnswered } from '../facts/until-answered.ts';
import { inOrderOfWriting, type LookedAt } from '../inputs/fetch-input.ts';
import { fetchInputs } from '../inputs/fetch-inputs.ts';
import { beforeGrace, withGrace } from '../inputs/grace.ts';
import { type TicketRow, ticketBatchSize, topicWork } from '../inputs/topic-work.ts';
import { isSummaryDue, summarizeTopic } from '../summaries/summarize-topic.ts';
import { handInSummary } from './hand-in-summary.ts';
import { type JudgeOutcome, judgeInputs } from './judge-inputs.ts';

/** Number of inputs above which they are processed in steps. */
const soonDone = 16;
/** Time that one call spends on a topic before it leaves the rest to another wake-up, which any worker may handle. */
const callMs = 2_000;

/**
 * Checks inputs and the deadline of a topic, judges both, and publishes the outcome. Every wake-up calls it. Calling it twice,
 * simultaneously or without work is harmless (openspec: input-processing). A large backlog is processed in steps that yield to
 * topics with less work. After a while, the topic gets a new wake-up behind those already waiting, so that a flood of inputs delays
 * its own topic only.
 */
export async function advanceTopic(platform: PublishingPlatform, topicId: string): Promise<void> {
  const startedAt = performance.now();
  const scheduler = getScheduler(platform);
  let isSummaryAsked = false;
  for (let isFirst = true; ; isFirst = false) {
    const { dueAt, tickets } = await topicWork(platform.database, topicId, beforeGrace(platform));
    const advance = { platform, topicId, dueAt, tickets, startedAt };
    const look =
      tickets.length > soonDone
        ? await advanceInSteps(advance, scheduler)
        : await scheduler.short(() => advanceAtOnce(advance));
    // A wake-up without an input may be for a requested summary.
    if (isFirst && look.judged === 0) isSummaryAsked = await isSummaryDue(platform.database, topicId);
    isSummaryAsked ||= look.summaryDue;
    // Later inputs cause their own wake-ups.
    if (tickets.length < ticketBatchSize && !look.renewed) break;
    if (performance.now() - startedAt > callMs) {
      await platform.wake.topic(topicId);
      break;
    }
  }
  if (isSummaryAsked && (await summarizeTopic(platform, topicId))) await handInSummary(platform, topicId);
}

interface Advance {
  platform: PublishingPlatform;
  topicId: string;
  dueAt: Date | undefined;
  tickets: TicketRow[];
  startedAt: number;
}

/** Result of one check of a topic; `renewed`: an input was written during it. */
interface Look {
  judged: number;
  summaryDue: boolean;
  renewed: boolean;
}

async function advanceAtOnce(advance: Advance): Promise<Look> {
  const { inputs, renewed } = await fetchInputs(advance.platform, advance.tickets);
  return { ...(await judge(advance, inputs, advance.dueAt)), renewed };
}

/** Advances a topic in steps. All inputs are read first, since they are judged in the order in which they were written. */
async function advanceInSteps(advance: Advance, scheduler: PriorityScheduler): Promise<Look> {
  const look: Look = { judged: 0, summaryDue: false, renewed: false };
  const inputs: LookedAt[] = [];
  await runInSteps(scheduler, advance.tickets, async (tickets) => {
    const found = await fetchInputs(advance.platform, tickets);
    inputs.push(...found.inputs);
    look.renewed ||= found.renewed;
  });
  await runInSteps(scheduler, inOrderOfWriting(inputs), async (some, isLast) => {
    // Inputs written before a deadline are judged before it.
    const { judged, summaryDue } = await judge(advance, some, isLast ? advance.dueAt : undefined);
    look.judged += judged;
    look.summaryDue ||= summaryDue;
  });
  return look;
}

async function judge(
  { platform, topicId, startedAt }: Advance,
  inputs: LookedAt[],
  dueAt: Date | undefined,
): Promise<Pick<Look, 'judged' | 'summaryDue'>> {
  if (inputs.length === 0 && !dueAt) return { judged: 0, summaryDue: false };
  return inSpanOfAll(
    'advance topic',
    inputs.map((input) => input.traceparent),
    { 'agent_home.topic_id': topicId, 'agent_home.inputs': inputs.length },
    () => judgeAndPublish(platform, topicId, inputs, dueAt, startedAt),
  );
}

const schedulers = new WeakMap<PublishingPlatform, PriorityScheduler>();

/** Returns the scheduler that the topics of this process share. */
function getScheduler(platform: PublishingPlatform): PriorityScheduler {
  const scheduler = schedulers.get(platform) ?? createPriorityScheduler();
  schedulers.set(platform, scheduler);
  return scheduler;
}

async function judgeAndPublish(
  platform: PublishingPlatform,
  topicId: string,
  inputs: LookedAt[],
  dueAt: Date | undefined,
  startedAt: number,
): Promise<JudgeOutcome> {
  const outcome = await untilAnswered(
    (request) => answerLater(platform, topicId, request),
    (prepared) => judgeInputs(platform, topicId, inputs, dueAt, prepared),
  );
  if (outcome.judged === 0) return outcome;
  observeLag(platform, inputs);
  platform.log.debug({ topicId, judged: outcome.judged }, 'judged');
  const { nextDeadline } = outcome;
  await Promise.all([
    publishOutcome(platform, topicId, outcome),
    nextDeadline && platform.wake.topic(topicId, withGrace(platform, nextDeadline)),
  ]);
  observe(platform.metrics.advanceSeconds, (performance.now() - startedAt) / 1000);
  return outcome;
}

/** Measures the time from the event or sweep that found an input to its verdict. */
function observeLag(platform: PublishingPlatform, inputs: LookedAt[]): void {
  const now = platform.now().getTime();
  for (const { toldAt } of inputs)
    if (toldAt) observe(platform.metrics.inputLagSeconds, Math.max(0, now - toldAt.getTime()) / 1000);
}

/** Publishes objects created by proposals, then the topic's own stream, whose results name them. */
async function publishOutcome(
  platform: PublishingPlatform,
  topicId: string,
  { streams }: JudgeOutcome,
): Promise<void> {
  await Promise.all(streams.map((stream) => publishStream(platform, stream)));
  await publishStream(platform, topicStream(topicId));
}
