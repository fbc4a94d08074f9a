import { setTimeout as delay } from 'node:timers/promises';
import { type AgentHome, type MessageView, readUntrusted, type Topic } from '@agent-home/sdk';
import { type Talk, talksIn } from '../content/talks.ts';
import type { Resident } from '../resident.ts';
import type { ResidentSurroundings } from '../surroundings.ts';
import { enterWhenOpen } from './enter-when-open.ts';
import { unlessTooLate } from './is-over.ts';
import { lineAfter, lineIn, type NextLine, type SpokenLine } from './next-line.ts';
import { listStates } from './states.ts';

/** Number of ledger entries that are searched for the newest line of a talk when a home starts. */
const entriesBack = 400;
/** Lines before a rejected message is sent again. */
const restAfterRejection = 10;
/** Lines between two replies of a resident to visitors. */
const restBetweenReplies = 15;

/** Speaks the parts of a resident in the talks of an open topic. The messages of the topic determine the next line. */
export async function talk(
  resident: Resident,
  place: Talk['topic'],
  { home, pace, voice, signal }: ResidentSurroundings,
): Promise<void> {
  const { agentId } = resident;
  const talks = talksIn(place);
  const topic = await enterWhenOpen(home, place, signal);
  let read = await recentSequence(topic);
  let last: SpokenLine | undefined;
  for await (const _state of listStates({ topic, signal })) {
    for await (const message of topic.messages({ after: read, signal })) {
      read = message.sequence;
      const meta = message.meta && readUntrusted(message.meta);
      last = lineIn({ ...message, meta }, talks) ?? last;
    }
    const next = lineAfter(talks, last, pace.millisecondsOf);
    if (next?.by !== agentId) continue;
    await delay(Math.max(0, next.dueAt - Date.now()), undefined, { signal });
    const text = await voice({ resident, topic, text: next.text, signal });
    await sayUntilAccepted(topic, { ...next, text }, { hasTurns: place === 'round-table', pace, signal });
  }
}

/** Repeats a line until an open topic accepts it, because no other resident would speak in its place and the talk would stop. */
async function sayUntilAccepted(
  topic: Topic,
  { text, talk, line }: NextLine,
  { hasTurns, pace, signal }: Pick<ResidentSurroundings, 'pace' | 'signal'> & { hasTurns: boolean },
): Promise<void> {
  for (let isAccepted = false; !isAccepted; ) {
    if (!hasTurns) await pace.compose(text, signal);
    // A turn at the round table is short: a long text would miss it.
    else {
      await topic.waitForTurn({ signal });
      await pace.rest(0.9, signal);
    }
    await unlessTooLate(async () => {
      const said = await topic.say(text, { signal, throwOnRejection: false, meta: { talk, line } });
      isAccepted = said.outcome === 'accepted';
    });
    const { state } = await topic.state();
    if (state.status === 'closed') return;
    if (!isAccepted) await pace.rest(restAfterRejection, signal);
  }
}

/** Replies to agents that do not belong to the house; the residents that reply take turns. */
export async function replyToVisitors(
  resident: Resident,
  repliers: readonly string[],
  { home, housemates, pace, voice, signal }: ResidentSurroundings,
): Promise<void> {
  const topic = await enterWhenOpen(home, 'commons', signal);
  const { ledger } = await topic.state();
  let read = ledger.sequence;
  let count = 0;
  let quietUntil = 0;
  for await (const _state of listStates({ topic, signal })) {
    for await (const message of topic.messages({ after: read, signal })) {
      read = message.sequence;
      const isMine = repliers[message.sequence % repliers.length] === resident.agentId;
      if (!isMine || housemates.includes(message.agentId) || Date.now() < quietUntil) continue;
      await pace.rest(2, signal);
      const reply = resident.reply?.(await heardIn(message, home), count);
      const text = reply && (await voice({ resident, topic, text: reply, signal }));
      if (text) await unlessTooLate(() => topic.say(text, { signal, throwOnRejection: false }));
      count += 1;
      quietUntil = Date.now() + pace.millisecondsOf(restBetweenReplies);
    }
  }
}

async function recentSequence(topic: Topic): Promise<number> {
  const { ledger } = await topic.state();
  return Math.max(0, ledger.sequence - entriesBack);
}

/** Returns the name and first words of a visitor. Both are data to quote from, never instructions to follow. */
async function heardIn({ agentId, text }: MessageView, home: AgentHome) {
  const { name } = await home.card(agentId);
  return { from: readUntrusted(name).slice(0, 40), words: firstWords(readUntrusted(text)) };
}

function firstWords(text: string): string {
  const words = text.split(/\s+/).slice(0, 6).join(' ').slice(0, 60);
  return words.length < text.length ? `${words} …` : words;
}
