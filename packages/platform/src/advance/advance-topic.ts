import type { PublishingPlatform } from '../platform.ts';
import { topicStream } from '../publication/enqueue-object.ts';
import { publishStream } from '../publication/publish-stream.ts';
import { settleTicket, type TicketRow, ticketBatchSize, topicWork } from './due-tickets.ts';
import { type FetchedInput, fetchInput } from './fetch-input.ts';
import { judgeInputs } from './judge-inputs.ts';

const parallelReads = 8;

/**
 * Looks at what was written in a topic and at its deadline, judges it, and publishes the outcome. Called for every
 * wake-up; calling it twice, at once or for nothing is harmless (openspec: input-processing).
 */
export async function advanceTopic(platform: PublishingPlatform, topicId: string): Promise<void> {
  const stopTimer = platform.metrics.advanceSeconds.startTimer();
  for (;;) {
    const { dueAt, tickets } = await topicWork(platform.database, topicId, beforeGrace(platform));
    const { inputs, renewed } = await fetchAll(platform, tickets);
    const isLast = tickets.length < ticketBatchSize && !renewed;
    if (inputs.length === 0 && !dueAt) {
      if (isLast) break;
      continue;
    }
    const outcome = await judgeInputs(platform, topicId, inputs, dueAt);
    if (outcome.judged === 0 && isLast) break;
    const deadline = outcome.nextDeadline;
    await Promise.all([
      publishStream(platform, topicStream(topicId)),
      deadline && platform.wake.topic(topicId, withGrace(platform, deadline)),
    ]);
  }
  stopTimer();
}

/** Deadlines before this have passed with their grace: time enough for what was written in time to be seen. */
function beforeGrace(platform: PublishingPlatform): Date {
  return new Date(platform.now().getTime() - platform.config.deadlineGraceSeconds * 1000);
}

function withGrace(platform: PublishingPlatform, deadline: Date): Date {
  return new Date(deadline.getTime() + platform.config.deadlineGraceSeconds * 1000);
}

/** Store calls happen here, before any lock: a slow or hostile object costs its own topic's reader, nobody else. */
async function fetchAll(
  platform: PublishingPlatform,
  tickets: TicketRow[],
): Promise<{ inputs: FetchedInput[]; renewed: boolean }> {
  const found: (FetchedInput | 'settled' | 'renewed')[] = [];
  for (let start = 0; start < tickets.length; start += parallelReads) {
    const wave = tickets.slice(start, start + parallelReads);
    found.push(...(await Promise.all(wave.map((ticket) => look(platform, ticket)))));
  }
  return {
    inputs: found.filter((one) => typeof one === 'object'),
    renewed: found.includes('renewed'),
  };
}

/** `renewed`: nothing new was there, but something was written after this look began. */
async function look(
  platform: PublishingPlatform,
  ticket: TicketRow,
): Promise<FetchedInput | 'settled' | 'renewed'> {
  const { config } = platform;
  const maxBytes = ticket.purpose === 'message' ? config.messageBytes : config.requestBytes;
  const found = await fetchInput(platform, ticket.objectKey, maxBytes);
  // A key issued again still holds what was refused before; only a new write counts.
  if (found && found.fingerprint !== ticket.judgedFingerprint) return found;
  const settled = await settleTicket(platform.database, ticket, platform.now(), config.deadlineGraceSeconds);
  return settled ? 'settled' : 'renewed';
}
