import { type Effect, type OutputValidators, type RunInput, readOutput } from '@agent-home/agent-runtime';
import { longestGuardrailError, mostGuardrailErrors } from '@agent-home/agent-runtime/run-log';
import { soundJudgement } from '../guardrails/sound-judgement.ts';
import { ValidatorError, type ValidatorErrorCode } from '../guardrails/validator-error.ts';
import { withoutEcho } from '../guardrails/without-echo.ts';
import type { Cleaner } from './cleaner.ts';
import { withinTime } from './within-time.ts';

/** Timeout for any validator; those of the settings have a shorter one. */
const mostMs = 30_000;

interface Ports {
  validators: OutputValidators | undefined;
  now(): string;
  tools: { cleaner: Cleaner };
}

/** Calls a validator with a timeout. A failure becomes an input, and never passes. */
export async function performValidation(
  { guardrail, output }: Extract<Effect, { kind: 'validate' }>,
  { validators, now, tools: { cleaner } }: Ports,
  ending: AbortSignal,
): Promise<RunInput> {
  const failed = (code: ValidatorErrorCode): RunInput => {
    const data = { guardrail, code, message: new ValidatorError(code).message };
    return { type: 'guardrail.failed_to_judge', time: now(), data };
  };
  if (!validators) return failed('validator_missing');
  const act = async (signal: AbortSignal): Promise<RunInput> => {
    const read = readOutput(output);
    const value = 'value' in read ? read.value : undefined;
    const found = soundJudgement(await validators.judge({ guardrail, output, value }, { signal }));
    if (!found) return failed('validator_nonsense');
    const errors = toLines(found.errors, output, cleaner);
    return { type: 'guardrail.judged', time: now(), data: { guardrail, passed: found.passed, errors } };
  };
  return withinTime({ timeoutMs: mostMs, ending }, act, {
    ended: (why) => failed(why === 'timeout' ? 'validator_timeout' : 'cancelled'),
    threw: (error) => failed(error instanceof ValidatorError ? error.code : 'validator_threw'),
  });
}

/** Removes secrets and quoted output before the lines are cut, since half a secret is found nowhere. */
function toLines(errors: readonly string[], output: string, cleaner: Cleaner): string[] {
  return withoutEcho(errors, output)
    .slice(0, mostGuardrailErrors)
    .map((line) => {
      const text = cleaner.clean(line.toWellFormed());
      return text.length <= longestGuardrailError
        ? text
        : `${text.slice(0, longestGuardrailError - 1).toWellFormed()}…`;
    });
}
