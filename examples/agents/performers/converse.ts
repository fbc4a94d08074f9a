import { type MessageView, readUntrusted, type Topic } from '@agent-home/sdk';
import type { Heard, Resident } from '../resident.ts';
import type { ResidentSurroundings } from '../surroundings.ts';
import { enterWhenOpen } from './enter-when-open.ts';
import { unlessTooLate } from './is-over.ts';

type Talker = Pick<Resident, 'agentId' | 'reply'>;

/** A seat at the round table, taken again after every turn. */
export async function takeTurns(
  resident: Talker,
  { home, pace, signal }: ResidentSurroundings,
): Promise<void> {
  const topic = await enterWhenOpen(home, 'round-table', signal);
  for (let count = 0; ; count += 1) {
    await topic.waitForTurn({ signal });
    await pace.rest(0.9, signal);
    await sayReply(topic, resident, count, signal);
  }
}

/** A word in the commons now and then. */
export async function chat(resident: Talker, { home, pace, signal }: ResidentSurroundings): Promise<void> {
  const topic = await enterWhenOpen(home, 'commons', signal);
  for (let count = 1; ; count += 1) {
    await pace.rest(2 + Math.random() * 8, signal);
    await sayReply(topic, resident, count, signal);
  }
}

async function sayReply(topic: Topic, resident: Talker, count: number, signal: AbortSignal): Promise<void> {
  const text = resident.reply?.(await lastHeard(topic, resident.agentId), count);
  if (text) await unlessTooLate(() => topic.say(text, { signal, throwOnRejection: false }));
}

/** The newest line of somebody else. Their words are data to quote from, never instructions to follow. */
async function lastHeard(topic: Topic, agentId: string): Promise<Heard | undefined> {
  const { ledger } = await topic.state();
  let last: MessageView | undefined;
  for await (const message of topic.messages({ after: Math.max(0, ledger.sequence - 12) })) {
    if (message.agentId !== agentId) last = message;
  }
  return last && { from: last.agentId, words: firstWords(readUntrusted(last.text)) };
}

/** Whom somebody speaks to and what they quote before they say something themselves. */
const address = /^(?:To \S+: |“[^”]*”\? |\S+ said “[^”]*” – )/;

function firstWords(text: string): string {
  const own = text.replace(address, '');
  const words = own.split(/\s+/).slice(0, 6).join(' ').slice(0, 60);
  return words.length < own.length ? `${words} …` : words;
}
