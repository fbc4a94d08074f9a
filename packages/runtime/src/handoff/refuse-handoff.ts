import type { JsonObject } from '@agent-home/protocol';
import type { PinnedHandoff, RecordData } from '@agent-home/run-log';
import { conditionState, judgeCondition } from '../conditions/state-conditions.ts';
import type { RunState } from '../state/run-state.ts';

/** Maximum consecutive handoffs of a run: it ends chains and cycles (S3-91, S3-217). */
export const mostHandoffs = 5;

type Refusal = Pick<RecordData<'handoff.refused'>, 'code' | 'condition' | 'error'>;

/** Why a task is not handed over now, although the tool may be called. */
export function refuseHandoff(
  state: RunState,
  { to, when }: PinnedHandoff,
  payload: JsonObject,
): Refusal | undefined {
  if (to === state.started.agent) return { code: 'to_itself' };
  if (state.legs.depth >= mostHandoffs) return { code: 'too_deep' };
  if (when === undefined) return undefined;
  const { remembered, input } = state;
  const verdict = judgeCondition(
    when,
    conditionState({ remembered, graph: state.graph?.known.toObject(), input, payload }),
  );
  if (verdict.holds) return undefined;
  const { error } = verdict;
  return { code: 'condition_not_met', condition: when, ...(error === undefined ? {} : { error }) };
}

/** What the model reads of it. */
export function refusalText({ code, condition = '' }: Refusal): string {
  switch (code) {
    case 'condition_not_met':
      return `Handoff condition not met: ${condition}`;
    case 'too_deep':
      return `The task was handed over ${mostHandoffs} times already. Answer with what there is.`;
    case 'to_itself':
      return 'You are that agent. Go on with the task yourself.';
  }
}
