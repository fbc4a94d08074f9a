import { type CallRequested, type PinnedGuardrail, type PinnedTool, sayTool } from '@agent-home/run-log';
import { failedOutcome } from '../calls/result-text.ts';
import { withSaid } from '../guardrails/guarded-transcript.ts';
import { isGuarded } from '../guardrails/is-guarded.ts';
import { judgeOutput } from '../guardrails/judge-output.ts';
import { withoutFence } from '../guardrails/read-output.ts';
import { violationText } from '../guardrails/violation-text.ts';
import { type StepResult, wait } from '../state/next.ts';
import type { OutputCheck, Violation } from '../state/output-check.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { takeResult } from './take-result.ts';

/** What came of going on: all have passed, one has not, or a validator is to be asked. */
export type Checked = { state: RunState; cause: number } & (
  | { verdict: 'passed' | 'waiting'; check: OutputCheck }
  | { verdict: 'violated'; check: OutputCheck; violation: Violation }
);

export function beginCheck(output: string, saying?: OutputCheck['saying']): OutputCheck {
  return {
    output: withoutFence(output),
    ...{ next: 0, passes: 0, repairs: 0 },
    ...(saying ? { saying } : {}),
  };
}

/**
 * One guardrail after another looks at what is said, until one finds something, or has to be asked. Once each of them has passed
 * the very same text it has passed: one that was mended for a later guardrail is shown to the earlier ones as well.
 */
export function goOnChecking(
  state: RunState,
  writer: StepWriter,
  before: OutputCheck,
  asked: number,
): Checked {
  const { guardrails = [] } = state.started;
  let check = before;
  let cause = asked;
  while (check.passes < guardrails.length) {
    const guardrail = guardrails[check.next];
    if (!guardrail) break;
    if (guardrail.schema === undefined) {
      const waiting = { for: 'judgement' as const, check, guardrail: guardrail.name, cause };
      return { state: { ...state, waiting }, cause, verdict: 'waiting', check };
    }
    const errors = judgeOutput(guardrail.schema, check.output);
    const { violation, ...found } = foundBy(state, writer, { guardrail, check, errors, cause });
    if (violation) return { state, verdict: 'violated', violation, ...found };
    ({ check, cause } = found);
  }
  return { state, cause, verdict: 'passed', check };
}

/** What a guardrail has found, in the log. */
export function foundBy(
  { started: { guardrails = [] } }: RunState,
  writer: StepWriter,
  {
    guardrail,
    check,
    errors,
    cause,
  }: { guardrail: PinnedGuardrail; check: OutputCheck; errors: readonly string[]; cause: number },
): { check: OutputCheck; cause: number; violation?: Violation } {
  const { name, policy } = guardrail;
  const { saying, repairs, next, passes } = check;
  const passed = errors.length === 0;
  const { seq } = writer.write(
    'guardrail.checked',
    {
      ...{ name, policy, passed },
      ...(passed ? {} : { errors: [...errors] }),
      attempt: repairs + 1,
      ...(saying ? { tool_call_id: saying.call.tool_call_id } : {}),
    },
    cause,
  );
  if (!passed) return { check: { ...check, passes: 0 }, cause: seq, violation: { guardrail, errors } };
  return { check: { ...check, next: (next + 1) % guardrails.length, passes: passes + 1 }, cause: seq };
}

/** Undefined for a call that says nothing to anybody: what a resident says in a topic is output, and judged before it is decided on. */
export function checkSaid(
  state: RunState,
  writer: StepWriter,
  { call, tool, cause }: { call: CallRequested; tool: PinnedTool; cause: number },
): StepResult | undefined {
  if (tool.name !== sayTool || !isGuarded(state.started)) return undefined;
  const { text } = call.arguments;
  const check = beginCheck(typeof text === 'string' ? text : '', { call, tool });
  return endOfSaying(goOnChecking(state, writer, check, cause), writer, { call, tool, cause });
}

/**
 * Ends the check of a text that a call says: a violation is the call's result for the model, a text that passed is what it said.
 * @param cause of what follows
 */
export function endOfSaying(
  checked: Checked,
  writer: StepWriter,
  { call, tool, cause }: { call: CallRequested; tool: PinnedTool; cause: number },
): StepResult {
  const { state } = checked;
  if (checked.verdict === 'waiting') return wait(state);
  if (checked.verdict !== 'violated') {
    const said: RunState = { ...state, transcript: withSaid(state.transcript, call) };
    return { state: said, next: { to: 'call', cause, passed: { call, tool } } };
  }
  const told = violationText('What was to be said', checked.violation);
  const outcome = failedOutcome(
    'guardrail_violation',
    `${told}. Nobody has seen it: say it so that it fits.`,
  );
  // What was repaired of the call is told with its arguments, which nobody is to see.
  const { arguments_repaired: _, ...unseen } = call;
  const result = { call: unseen, outcome, cause: checked.cause };
  return takeResult(state, writer, result, { to: 'call', cause });
}
