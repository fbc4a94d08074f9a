import { sha256Hex } from '@agent-home/protocol';
import { wholeCharacters } from '../context/prune-outputs.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { decideMemory } from '../policy/index.ts';
import { isInScope, type MemoryScope } from '../ports/memory-store.ts';
import { longestMemoryText, type MemoryEntry, type RecordData, type RunStarted } from '../run-log/index.ts';
import { end, type StepResult, wait } from '../state/next.ts';
import { bundleOf, runFacts } from '../state/run-facts.ts';
import type { Ending, RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';

/** Maximum length of the question and of the answer in an entry, in UTF-16 units. Both, with their labels, fit into its text. */
const longestPart = (longestMemoryText - 100) / 2;

/** Handles the entries that the store found. An entry of another agent or session is a fault of the store, and is never shown. */
export function onMemoryFound(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'memory.found'>,
): StepResult {
  const { started, waiting, round } = state;
  if (waiting.for !== 'recall' || data.round !== round) throw unexpected('memory.found');
  const { seq } = writer.write('memory.found', data, waiting.cause);
  const recalled = data.entries
    .filter((entry) => isInScope(entry, getScope(started)))
    .slice(0, started.memory?.limit ?? 0);
  const tainted = state.tainted || recalled.some((entry) => entry.tainted);
  return {
    state: { ...state, waiting: { for: 'nothing' }, recalled, tainted },
    next: { to: 'round', cause: seq, isRecalled: true },
  };
}

/** Stores an answer before the leg ends with it, if the agent has a memory and may write to it. */
export function memorize(state: RunState, writer: StepWriter, cause: number, ending: Ending): StepResult {
  if (!state.started.memory) return end(state, cause, ending);
  const { isAllowed, seq } = mayUseMemory(state, writer, { action: 'data.write', cause });
  if (!isAllowed) return end(state, seq, ending);
  const entry = toEntry(state, writer, ending.answer ?? '');
  return wait({ ...state, waiting: { for: 'memorizing', entry, ending, cause: seq } });
}

export function onMemoryStored(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'memory.stored'>,
): StepResult {
  const { waiting } = state;
  if (waiting.for !== 'memorizing' || waiting.entry.id !== data.entry_id) throw unexpected('memory.stored');
  const { seq } = writer.write('memory.stored', data, waiting.cause);
  const { entry, ending } = waiting;
  const { text = entry.text } = data;
  const memorized = [{ ...entry, text }];
  return end({ ...state, waiting: { for: 'nothing' } }, seq, { ...ending, memorized });
}

/** Continues without memory, as the log records. */
export function onMemoryUnavailable(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'memory.unavailable'>,
): StepResult {
  const { waiting } = state;
  const without: RunState = { ...state, waiting: { for: 'nothing' }, recalled: [] };
  if (waiting.for === 'recall' && data.operation === 'recall') {
    const { seq } = writer.write('memory.unavailable', data, waiting.cause);
    return { state: without, next: { to: 'round', cause: seq, isRecalled: true } };
  }
  if (waiting.for === 'memorizing' && data.operation === 'memorize') {
    const { seq } = writer.write('memory.unavailable', data, waiting.cause);
    return end(without, seq, waiting.ending);
  }
  throw unexpected('memory.unavailable');
}

/** Returns a summary without a model request, bound to the last record that it is based on. */
function toEntry(state: RunState, writer: StepWriter, answer: string): MemoryEntry {
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

/**
 * Decides on a use of memory, and records the decision. Without permission the run continues without memory: no approval is
 * requested in the middle of a round.
 */
export function mayUseMemory(
  state: RunState,
  writer: StepWriter,
  { action, cause }: { action: 'data.read' | 'data.write'; cause: number },
): { isAllowed: boolean; seq: number } {
  const { effect, code, rules, condition_errors } = decideMemory(
    state.rulebook,
    action,
    runFacts(state, writer.time),
  );
  const { seq } = writer.write(
    'policy.decided',
    {
      action,
      effect,
      ...(code === undefined ? {} : { code }),
      rules,
      ...(condition_errors === undefined ? {} : { condition_errors }),
      agent: state.started.agent,
      tainted: state.tainted,
      ...bundleOf(state),
    },
    cause,
  );
  return { isAllowed: effect === 'allow', seq };
}

const longestQuery = 2_000;

/** Query of memory before a round: the message that the running turn is about. */
export function recallQuery({ transcript }: RunState): string {
  const asked = transcript.findLast(({ role }) => role === 'user')?.content ?? '';
  return wholeCharacters(asked.slice(0, longestQuery));
}

/** Scope of the entries that a run may recall, by its pinned settings. */
export function getScope({ agent, session_id: session, memory }: RunStarted): MemoryScope {
  return { agent, session, scope: memory?.scope ?? 'session' };
}
