import { sha256Hex } from '@agent-home/protocol';
import { longestMemoryText, type MemoryEntry, type RecordData } from '@agent-home/run-log';
import { wholeCharacters } from '../context/prune-outputs.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { scopeOf } from '../memory/memory-scope.ts';
import { recallQuery } from '../memory/recall-query.ts';
import { isInScope } from '../ports/memory-store.ts';
import type { Ending } from '../state/ending.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { goOnRound } from './begin-round.ts';
import { mayUseMemory } from './decide-memory.ts';
import { endLeg } from './end-leg.ts';

/** UTF-16 units of the question and of the answer in an entry: both, with their labels, fit its text. */
const longestPart = (longestMemoryText - 100) / 2;

/** What the store found. An entry of another agent, or of a session that is not asked for, is a fault of the store, and is never shown. */
export function takeFound(state: RunState, writer: StepWriter, data: RecordData<'memory.found'>): RunState {
  const { started, waiting, round } = state;
  if (waiting.for !== 'recall' || data.round !== round) throw unexpected('memory.found');
  const { seq } = writer.write('memory.found', data, waiting.cause);
  const recalled = data.entries
    .filter((entry) => isInScope(entry, scopeOf(started)))
    .slice(0, started.memory?.limit ?? 0);
  const tainted = state.tainted || recalled.some((entry) => entry.tainted);
  return goOnRound({ ...state, waiting: { for: 'nothing' }, recalled, tainted }, writer, seq);
}

/** The end of a run that answered: kept first, where the agent has a memory. */
export function memorize(state: RunState, writer: StepWriter, cause: number, ending: Ending): RunState {
  if (!state.started.memory) return endLeg(state, writer, cause, ending);
  const { isAllowed, seq } = mayUseMemory(state, writer, { action: 'data.write', cause });
  if (!isAllowed) return endLeg(state, writer, seq, ending);
  const entry = entryOf(state, writer, ending.answer ?? '');
  return { ...state, waiting: { for: 'memorizing', entry, ending, cause: seq } };
}

export function takeStored(state: RunState, writer: StepWriter, data: RecordData<'memory.stored'>): RunState {
  const { waiting } = state;
  if (waiting.for !== 'memorizing' || waiting.entry.id !== data.entry_id) throw unexpected('memory.stored');
  const { seq } = writer.write('memory.stored', data, waiting.cause);
  const { entry, ending } = waiting;
  const { text = entry.text } = data;
  const memorized = [{ ...entry, text }];
  return endLeg({ ...state, waiting: { for: 'nothing' } }, writer, seq, { ...ending, memorized });
}

/** Without memory a run goes on, and its log says so. */
export function takeUnavailable(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'memory.unavailable'>,
): RunState {
  const { waiting } = state;
  const without: RunState = { ...state, waiting: { for: 'nothing' }, recalled: [] };
  if (waiting.for === 'recall' && data.operation === 'recall')
    return goOnRound(without, writer, writer.write('memory.unavailable', data, waiting.cause).seq);
  if (waiting.for === 'memorizing' && data.operation === 'memorize') {
    const { seq } = writer.write('memory.unavailable', data, waiting.cause);
    return endLeg(without, writer, seq, waiting.ending);
  }
  throw unexpected('memory.unavailable');
}

/** A summary that asks no model, bound to the last record that it was made of. */
function entryOf(state: RunState, writer: StepWriter, answer: string): MemoryEntry {
  const { run_id, agent, session_id } = state.started;
  const { seq, hash } = writer.head;
  const part = (text: string) => wholeCharacters(text.slice(0, longestPart));
  return {
    id: sha256Hex(new TextEncoder().encode(`${run_id}\n${hash}`)),
    agent,
    session_id,
    time: writer.time,
    text: `Question: ${part(recallQuery(state))}\nAnswer: ${part(answer)}`,
    tainted: state.tainted,
    origin: { run_id, seq: seq - 1, hash },
  };
}

function unexpected(type: string): RuntimeError {
  return new RuntimeError('unexpected_input', `the run does not wait for ${type}`);
}
