import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { observe } from '../../foundation/telemetry/observe.ts';
import { inSpanOfAll } from '../../foundation/telemetry/trace-context.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import { publishStream } from '../../publication/outbox/publish-stream.ts';
import { type PreparedFacts, prepareFacts } from '../facts/answer-facts.ts';
import { ticketBatchSize, topicWork } from '../inputs/due-tickets.ts';
import type { LookedAt } from '../inputs/fetch-input.ts';
import { fetchInputs } from '../inputs/fetch-inputs.ts';
import { beforeGrace, withGrace } from '../inputs/grace.ts';
import { isSummaryDue, summarizeTopic } from '../summaries/summarize-topic.ts';
import { handInSummary } from './hand-in-summary.ts';
import { type JudgeOutcome, judgeInputs } from './judge-inputs.ts';

/**
 * Looks at what was written in a topic and at its deadline, judges both, and publishes the outcome. Every wake-up
 * calls it; to call it twice, simultaneously or for nothing is harmless (openspec: input-processing). A topic with more
 * to judge than one call takes is woken again, behind the topics that wait already.
 */
export async function advanceTopic(platform: PublishingPlatform, topicId: string): Promise<void> {
  const startedAt = performance.now();
  let isSummaryAsked = false;
  for (let round = 1; ; round++) {
    const { dueAt, tickets } = await topicWork(platform.database, topicId, beforeGrace(platform));
    const { inputs, renewed } = await fetchInputs(platform, tickets);
    const isLast = tickets.length < ticketBatchSize && !renewed;
    if (inputs.length === 0 && !dueAt) {
      // A wake-up without anything written may be for a summary that somebody asked for.
      isSummaryAsked ||= round === 1 && (await isSummaryDue(platform.database, topicId));
      if (isLast) break;
      continue;
    }
    const outcome = await inSpanOfAll(
      'advance topic',
      inputs.map((input) => input.traceparent),
      { 'agent_home.topic_id': topicId, 'agent_home.inputs': inputs.length },
      () => judgeAndPublish(platform, topicId, inputs, dueAt, startedAt),
    );
    isSummaryAsked ||= outcome.summaryDue;
    // What came meanwhile wakes by itself.
    if (isLast) break;
    if (round >= roundsAtOnce) {
      await platform.wake.topic(topicId);
      break;
    }
  }
  if (isSummaryAsked && (await summarizeTopic(platform, topicId))) await handInSummary(platform, topicId);
}

/** How many batches of inputs one call judges before other topics get their turn. */
const roundsAtOnce = 3;

async function judgeAndPublish(
  platform: PublishingPlatform,
  topicId: string,
  inputs: LookedAt[],
  dueAt: Date | undefined,
  startedAt: number,
): Promise<JudgeOutcome> {
  const outcome = await judgeWithFacts(platform, topicId, inputs, dueAt);
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

/** Measures how long inputs waited for their verdict, from the event that told of them or the sweep that looked. */
function observeLag(platform: PublishingPlatform, inputs: LookedAt[]): void {
  const now = platform.now().getTime();
  for (const { toldAt } of inputs)
    if (toldAt) observe(platform.metrics.inputLagSeconds, Math.max(0, now - toldAt.getTime()) / 1000);
}

/** Publishes what proposals created, then the topic's own stream, whose results name what was created. */
async function publishOutcome(
  platform: PublishingPlatform,
  topicId: string,
  { streams }: JudgeOutcome,
): Promise<void> {
  await Promise.all(streams.map((stream) => publishStream(platform, stream)));
  await publishStream(platform, topicStream(topicId));
}

/** How often answers may turn out to be outdated before this attempt at judging the topic is given up. */
const staleMax = 20;

/**
 * Judges inputs, and between attempts finds the answers that the mode needs, so that no lock is held meanwhile. One
 * attempt collects all questions; their answers may lead to further questions.
 */
async function judgeWithFacts(
  platform: PublishingPlatform,
  topicId: string,
  inputs: LookedAt[],
  dueAt: Date | undefined,
): Promise<JudgeOutcome> {
  let prepared: PreparedFacts = new Map();
  for (let stale = 0; ; ) {
    const outcome = await judgeInputs(platform, topicId, inputs, dueAt, prepared);
    if ('stale' in outcome) {
      stale += 1;
      if (stale > staleMax) throw outcome.stale;
      prepared = new Map();
    } else if ('missing' in outcome) {
      const { size } = prepared;
      await prepareFacts(platform, outcome.missing, prepared);
      // No new answer was found: to go on would ask the same questions for ever.
      if (prepared.size === size)
        throw new Error(`nobody answers ${outcome.missing.map(({ fact }) => fact).join(', ')}`);
    } else {
      return outcome;
    }
  }
}
