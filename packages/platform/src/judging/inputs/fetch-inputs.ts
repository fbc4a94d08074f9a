import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { settleTicket, type TicketRow } from './due-tickets.ts';
import { fetchInput, type LookedAt } from './fetch-input.ts';

const parallelReads = 8;

/** Store calls happen here, before any lock: a slow or hostile object costs its own container's reader, nobody else. */
export async function fetchInputs(
  platform: PublishingPlatform,
  tickets: TicketRow[],
): Promise<{ inputs: LookedAt[]; renewed: boolean }> {
  const found: (LookedAt | 'settled' | 'renewed')[] = [];
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
): Promise<LookedAt | 'settled' | 'renewed'> {
  const { config } = platform;
  const maxBytes = ticket.purpose === 'message' ? config.messageBytes : config.requestBytes;
  const found = await fetchInput(platform, ticket.objectKey, maxBytes);
  // A key issued again still holds what was refused before; only a new write counts.
  if (found && found.fingerprint !== ticket.judgedFingerprint)
    return { ...found, toldAt: ticket.hintedAt, traceparent: ticket.traceparent };
  const settled = await settleTicket(platform.database, ticket, platform.now(), config.deadlineGraceSeconds);
  return settled ? 'settled' : 'renewed';
}
