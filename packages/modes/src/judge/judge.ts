import { JsonError, type JsonObject, parseStrictJson, type Verdict } from '@agent-home/protocol';
import type { AnyMode, Effect, ModeContext, ModeInput } from '../mode.ts';
import { type InputProblem, readInput } from './read-input.ts';
import { adminActionSchema, type TopicTerms } from './topic-terms.ts';

/** What the worker found, or what the platform itself puts in. `problem` when an object was not to be read. */
export type RawInput =
  | { type: 'message' | 'request'; object_key: string; bytes: Uint8Array }
  | { type: 'message' | 'request'; object_key: string; problem: InputProblem }
  | { type: 'deadline' | 'admin'; bytes: Uint8Array };

export interface Judgement {
  state: JsonObject;
  verdict: Verdict;
  effects: Effect[];
  /** Set where the input did not parse or was not read: the ledger then has no body. */
  unread?: InputProblem;
  input?: ModeInput;
}

/**
 * One input against one state: the whole of what the platform decides about it, and what a replay repeats.
 * Pure and total.
 */
export function judge(
  mode: AnyMode,
  terms: TopicTerms,
  state: JsonObject,
  raw: RawInput,
  context: ModeContext,
): Judgement {
  const refuse = (reason: string): Judgement => ({
    state,
    verdict: { outcome: 'rejected', reason },
    effects: [],
  });
  if ('object_key' in raw) {
    if ('problem' in raw) return { ...refuse(raw.problem), unread: raw.problem };
    if (!context.author) return { ...refuse('unknown_author'), unread: 'unknown_author' };
    const read = readInput(raw, terms, context.author);
    if ('problem' in read) {
      return read.parsed ? refuse(read.problem) : { ...refuse(read.problem), unread: read.problem };
    }
    return { ...mode.apply(state, read.input, terms.rules, context), input: read.input };
  }
  const input = readPlatformInput(raw.type, raw.bytes);
  if (!input) return refuse('invalid_schema');
  return { ...mode.apply(state, input, terms.rules, context), input };
}

function readPlatformInput(type: 'deadline' | 'admin', bytes: Uint8Array): ModeInput | undefined {
  if (type === 'deadline') return { type: 'deadline' };
  const admin = adminActionSchema.safeParse(parseJson(bytes)).data;
  return admin ? { type: 'admin', admin } : undefined;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(bytes);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
