import { legUsage, usageRecord } from '../budgets/leg-usage.ts';
import { failedOutcome, resultText } from '../calls/result-text.ts';
import { wholeCharacters } from '../context/prune-outputs.ts';
import type { RecordData } from '../run-log/index.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getWording } from '../wording/select-wording.ts';

/** UTF-16 units of a summary. */
const summaryLength = 300;

export function getSummary(answer: string): string {
  return answer.length <= summaryLength ? answer : `${wholeCharacters(answer.slice(0, summaryLength))}…`;
}

export function writeLegEnd(
  state: RunState,
  writer: StepWriter,
  cause: number,
  status: RecordData<'run.leg_ended'>['status'],
): void {
  const { legs, started } = state;
  const usage = usageRecord(legUsage(state));
  writer.write('run.leg_ended', { leg: legs.number, agent: started.agent, status, usage }, cause);
}

export function getIntentId({ started, legs }: RunState): string {
  return legs.number === 0 ? getRunIntent({ started }) : `${started.run_id}:intent:${legs.number}`;
}

export function getRunIntent({ started }: Pick<RunState, 'started'>): string {
  return `${started.run_id}:intent`;
}

/** Closes the calls after a handoff in the same answer without making them, because their agent is no longer active. */
export function closeQueue(state: RunState, code: string): RunState {
  const outcome = failedOutcome(code, getWording(state).handedOverBefore);
  const closed = state.queue.map((call) => ({
    role: 'tool' as const,
    tool_call_id: call.tool_call_id,
    name: call.requested_name,
    content: resultText(outcome),
    is_error: true,
  }));
  return { ...state, queue: [], transcript: [...state.transcript, ...closed] };
}
