import pMap from 'p-map';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { settleTicket } from './close-tickets.ts';
import { fetchInput, type LookedAt } from './fetch-input.ts';
import type { TicketRow } from './topic-work.ts';

const parallelReads = 8;

/** Reads objects from the store before any lock is taken, so that a slow or hostile one does not block other containers. */
export async function fetchInputs(
  platform: PublishingPlatform,
  tickets: TicketRow[],
): Promise<{ inputs: LookedAt[]; renewed: boolean }> {
  const found = await pMap(tickets, (ticket) => look(platform, ticket), { concurrency: parallelReads });
  return {
    inputs: found.filter((one) => typeof one === 'object'),
    renewed: found.includes('renewed'),
  };
}

/** Reads one key. `renewed`: there was no new object, but an event reports a write after this check began. */
async function look(
  platform: PublishingPlatform,
  ticket: TicketRow,
): Promise<LookedAt | 'settled' | 'renewed'> {
  const { config } = platform;
  const maxBytes = ticket.purpose === 'message' ? config.messageBytes : config.requestBytes;
  const found = await fetchInput(platform, ticket.objectKey, maxBytes);
  // A re-issued key still contains the rejected object; only a new write is an input.
  if (found && found.fingerprint !== ticket.judgedFingerprint)
    return { ...found, toldAt: ticket.hintedAt, traceparent: ticket.traceparent };
  const settled = await settleTicket(platform.database, ticket, platform.now(), config.deadlineGraceSeconds);
  return settled ? 'settled' : 'renewed';
}
