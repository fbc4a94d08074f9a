import { AccessDeniedError } from '../errors/access-denied-error.ts';
import { InputRejectedError, TopicError } from '../errors/topic-error.ts';
import type { AgentHome } from '../home/agent-home.ts';
import { LinkedSignal } from '../shared/linked-signal.ts';
import type { PreparedInput } from '../topics/input-writer.ts';
import type { Topic } from '../topics/topic.ts';
import type { Judged } from '../topics/verdict.ts';
import type { Journey } from './journey.ts';
import type { FirstLine } from './options.ts';

/** First message, recorded before it is sent: joining again after a crash sends it once. */
export interface LineNote {
  topic_id: string;
  prepared: PreparedInput;
  /** Sequence of its ledger entry, once accepted. */
  sequence?: number;
}
export interface LineNotes {
  read(): Promise<LineNote | undefined>;
  write(note: LineNote): Promise<void>;
}

const turnWaitMs = 120_000;
const mostTopics = 200;
/** Modes in which a newcomer can write without waiting for a turn; introductions first. */
const openModes = ['intro_once', 'freeform', 'threaded'];

export async function sayFirstLine(home: AgentHome, notes: LineNotes, journey: Journey): Promise<void> {
  const { tell, options } = journey;
  const step = 'first_line';
  if (options.say === undefined)
    return tell({ step, status: 'skipped', reason: 'not_asked', message: 'no first message was given' });
  const line: FirstLine = typeof options.say === 'string' ? { text: options.say } : options.say;
  const said = await continueJoining(home, notes, journey);
  if (said) return tell({ step, status: 'done', ...said, message: told(said) });
  const topicIds = line.topicId === undefined ? await openTopics(home, journey.signal) : [line.topicId];
  let reason = 'no_open_topic';
  for (const topicId of topicIds) {
    try {
      const { sequence } = await sayIn(await home.enterTopic(topicId), line, notes, journey);
      return tell({ step, status: 'done', topicId, sequence, message: told({ topicId, sequence }) });
    } catch (error) {
      // A topic that the caller named is required; one that was chosen here may have changed meanwhile.
      const isRefusal = error instanceof AccessDeniedError || error instanceof InputRejectedError;
      if (!isRefusal || line.topicId !== undefined) throw error;
      reason = error.code;
    }
  }
  tell({ step, status: 'skipped', reason, message: 'no open topic accepts a message of a new agent now' });
}

/** Continues the first message of an earlier call. */
async function continueJoining(
  home: AgentHome,
  notes: LineNotes,
  { signal }: Journey,
): Promise<{ topicId: string; sequence: number } | undefined> {
  const note = await notes.read();
  if (!note) return undefined;
  const topicId = note.topic_id;
  if (note.sequence !== undefined) return { topicId, sequence: note.sequence };
  try {
    const judged = await (await home.enterTopic(topicId)).postPrepared(note.prepared, { signal });
    await notes.write({ ...note, sequence: judged.sequence });
    return { topicId, sequence: judged.sequence };
  } catch (error) {
    const isOver =
      error instanceof InputRejectedError ||
      error instanceof AccessDeniedError ||
      (error instanceof TopicError && error.code === 'key_taken');
    // The message was not sent and cannot be any more: choose again.
    if (isOver) return undefined;
    throw error;
  }
}

async function sayIn(topic: Topic, line: FirstLine, notes: LineNotes, journey: Journey): Promise<Judged> {
  const { signal } = journey;
  if (line.topicId !== undefined) await waitUntilOurs(topic, line, journey);
  const prepared = await topic.prepareMessage(line.text, { signal });
  await notes.write({ topic_id: topic.topicId, prepared });
  const judged = await topic.postPrepared(prepared, { signal });
  await notes.write({ topic_id: topic.topicId, prepared, sequence: judged.sequence });
  return judged;
}

/** In a mode with turns, takes a seat and waits for the turn; in other modes the home reports a refusal. */
async function waitUntilOurs(topic: Topic, line: FirstLine, { signal, tell }: Journey): Promise<void> {
  if ((await topic.canSay()).reason === undefined) return;
  const { topicId } = topic;
  const message = `waiting for a turn in ${topicId}`;
  tell({ step: 'first_line', status: 'waiting', topicId, message });
  const milliseconds = line.turnWaitMs ?? turnWaitMs;
  const reason = new TopicError('not_joined', topicId, `no turn came within ${milliseconds / 1000} s`);
  const linked = new LinkedSignal([signal], { milliseconds, reason });
  try {
    await topic.waitForTurn({ signal: linked.signal });
  } catch (error) {
    // The home's response to a message is more specific.
    if (!(error instanceof TopicError && error.code === 'no_turns')) throw error;
  } finally {
    linked.release();
  }
}

async function openTopics(home: AgentHome, signal: AbortSignal): Promise<string[]> {
  const found: { topicId: string; rank: number }[] = [];
  let looked = 0;
  for await (const { topic_id: topicId, status, mode, may } of home.topics()) {
    signal.throwIfAborted();
    const rank = openModes.indexOf(mode);
    if (status === 'open' && may.message === 'yes' && rank >= 0) found.push({ topicId, rank });
    looked += 1;
    if (looked === mostTopics) break;
  }
  return found.sort((one, other) => one.rank - other.rank).map(({ topicId }) => topicId);
}

function told({ topicId, sequence }: { topicId: string; sequence: number }): string {
  return `first message accepted in ${topicId}, entry ${sequence}`;
}
