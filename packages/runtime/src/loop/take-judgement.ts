import type { RecordData } from '@agent-home/run-log';
import { RuntimeError } from '../errors/runtime-error.ts';
import { boundedErrors } from '../guardrails/judge-output.ts';
import { withoutFence } from '../guardrails/read-output.ts';
import { mostOutputRepairs, repairOutputQuestion } from '../guardrails/repair-output.ts';
import { violationText, withheldAnswer } from '../guardrails/violation-text.ts';
import { end, type StepResult, wait } from '../state/next.ts';
import type { OutputCheck, Violation } from '../state/output-check.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { tryModel } from './ask-model.ts';
import { beginCheck, type Checked, endOfSaying, foundBy, goOnChecking } from './check-output.ts';

/** An answer before anybody sees it. */
export function checkAnswer(
  state: RunState,
  writer: StepWriter,
  { answer, cause }: { answer: string; cause: number },
): StepResult {
  return goOnWith(goOnChecking(state, writer, beginCheck(answer), cause), writer);
}

/** What a validator said of it. */
export function onGuardrailVerdict(
  before: RunState,
  writer: StepWriter,
  data: RecordData<'guardrail.judged'>,
): StepResult {
  const { check, cause } = judgedBy(before, data.guardrail, 'guardrail.judged');
  const { seq } = writer.write('guardrail.judged', data, cause);
  const said = data.errors.length > 0 ? boundedErrors(data.errors) : ['it gives no reason'];
  return afterJudged(before, writer, { check, cause: seq, errors: data.passed ? [] : said });
}

/** Whoever does not judge has not passed it. */
export function onGuardrailFailure(
  before: RunState,
  writer: StepWriter,
  data: RecordData<'guardrail.failed_to_judge'>,
): StepResult {
  const { check, cause } = judgedBy(before, data.guardrail, 'guardrail.failed_to_judge');
  const { seq } = writer.write('guardrail.failed_to_judge', data, cause);
  const errors = boundedErrors([`it could not be judged: ${data.message} [${data.code}]`]);
  return afterJudged(before, writer, { check, cause: seq, errors });
}

/** The mended answer, or that there is none: then what was found before stands. */
export function takeOutputRepair(
  before: RunState,
  writer: StepWriter,
  check: OutputCheck,
  { answer, seq }: { answer: RecordData<'model.answered'> | undefined; seq: number },
): StepResult {
  const state: RunState = { ...before, waiting: { for: 'nothing' } };
  const { violation } = check;
  const output = answer?.content ?? '';
  if (output.trim() === '' && violation) return violated(state, { violation, cause: seq });
  const mended = { ...check, output: withoutFence(output) };
  return goOnWith(goOnChecking(state, writer, mended, seq), writer);
}

function afterJudged(
  before: RunState,
  writer: StepWriter,
  { check: asked, cause, errors }: { check: OutputCheck; cause: number; errors: string[] },
): StepResult {
  const state: RunState = { ...before, waiting: { for: 'nothing' } };
  const { guardrails = [] } = state.started;
  const guardrail = guardrails[asked.next];
  if (!guardrail) throw unexpected('a judgement');
  const { violation, ...found } = foundBy(state, writer, { guardrail, check: asked, errors, cause });
  if (violation) return goOnWith({ state, verdict: 'violated', violation, ...found }, writer);
  return goOnWith(goOnChecking(state, writer, found.check, found.cause), writer);
}

function goOnWith(checked: Checked, writer: StepWriter): StepResult {
  const { check, cause, state } = checked;
  if (check.saying) return endOfSaying(checked, writer, { ...check.saying, cause });
  if (checked.verdict === 'waiting') return wait(state);
  if (checked.verdict === 'violated')
    return repairOrEnd(state, writer, { check, cause, violation: checked.violation });
  const said = { role: 'assistant' as const, content: check.output, tool_calls: [] };
  const transcript = [...state.transcript, said];
  return {
    state: { ...state, transcript },
    next: { to: 'answer', cause, ending: { answer: check.output } },
  };
}

/** A repair is asked of the run's own model, as often as it may be; one that nobody may be asked for is none. */
function repairOrEnd(
  state: RunState,
  writer: StepWriter,
  { check, violation, cause }: { check: OutputCheck; violation: Violation; cause: number },
): StepResult {
  const mayAsk = violation.guardrail.policy === 'repair' && check.repairs < mostOutputRepairs;
  const question = mayAsk ? repairOutputQuestion(state, check, violation) : undefined;
  if (!question) return violated(state, { violation, cause });
  const asked: OutputCheck = { ...check, repairs: check.repairs + 1, violation };
  const tried = tryModel(state, writer, {
    ...{ ...question, time: writer.time, cause },
    side: { purpose: 'repair_output', check: asked },
  });
  return 'state' in tried ? wait(tried.state) : violated(state, { violation, cause: tried.cause });
}

/** The run is over, and nothing of what was to be said is anywhere but beside its log. */
function violated(
  state: RunState,
  { violation, cause }: { violation: Violation; cause: number },
): StepResult {
  const instead = { role: 'assistant' as const, content: withheldAnswer(violation), tool_calls: [] };
  return end({ ...state, transcript: [...state.transcript, instead] }, cause, {
    code: 'guardrail_violation',
    message: violationText('The answer', violation),
  });
}

/** Whoever answers for another guardrail than the one that is asked answers nothing. */
function judgedBy({ waiting }: RunState, guardrail: string, type: string) {
  if (waiting.for !== 'judgement' || waiting.guardrail !== guardrail) throw unexpected(type);
  return waiting;
}

function unexpected(type: string): RuntimeError {
  return new RuntimeError('unexpected_input', `the run does not wait for ${type}`);
}
