import { decideMemory } from '@agent-home/policy';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { runFacts } from './run-facts.ts';

/**
 * Decides on a use of memory, in the log. Whatever is not allowed is not done, and the run goes on without: nobody is asked in
 * the middle of a round whether an agent may remember.
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
    },
    cause,
  );
  return { isAllowed: effect === 'allow', seq };
}
