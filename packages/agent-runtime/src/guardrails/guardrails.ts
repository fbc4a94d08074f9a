import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import { tryModel } from '../budgets/ask-model.ts';
import { acceptResult } from '../calls/accept-result.ts';
import { failedOutcome, resultText } from '../calls/result-text.ts';
import { tokensOfMessages, tokensOfText } from '../context/estimate-context.ts';
import { outcomeWithoutMedia } from '../context/without-media.ts';
import { matchesList } from '../definition/index.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { getIdentity, type ModelRequest } from '../ports/model-request.ts';
import {
  type CallOutcome,
  type CallRequested,
  type PinnedGuardrail,
  type PinnedTool,
  type RecordData,
  sayTool,
} from '../run-log/index.ts';
import { end, type Next, type StepResult, wait } from '../state/next.ts';
import { type AfterInput, isGuarded, type OutputCheck, type Violation } from '../state/output-check.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getWording, hasEarlierWording } from '../wording/select-wording.ts';
import { withSaid } from './guarded-transcript.ts';
import {
  boundedErrors,
  judgeOutput,
  judgeText,
  violationText,
  withheldAnswer,
  withoutFence,
} from './judge-output.ts';

/** Result of checking: all have passed, one has not, or a validator must judge. */
export type Checked = { state: RunState; cause: number } & (
  | { verdict: 'passed' | 'waiting'; check: OutputCheck }
  | { verdict: 'violated'; check: OutputCheck; violation: Violation }
);

export function beginCheck(output: string, saying?: OutputCheck['saying']): OutputCheck {
  return {
    output: withoutFence(output),
    next: 0,
    passes: 0,
    repairs: 0,
    ...(saying ? { saying } : {}),
  };
}

/**
 * Checks the text by one guardrail after another, until one finds a violation or has to call a validator. A text passes once every
 * guardrail has passed exactly this text: a text repaired for a later guardrail is checked again by the earlier ones.
 */
export function continueChecks(
  state: RunState,
  writer: StepWriter,
  before: OutputCheck,
  asked: number,
): Checked {
  const guardrails = guardrailsFor(state, before);
  let check = before;
  let cause = asked;
  while (check.passes < guardrails.length) {
    const guardrail = guardrails[check.next];
    if (!guardrail) break;
    if (guardrail.schema === undefined) {
      const waiting = { for: 'judgement' as const, check, guardrail: guardrail.name, cause };
      return { state: { ...state, waiting }, cause, verdict: 'waiting', check };
    }
    const errors =
      guardrail.on === undefined
        ? judgeOutput(guardrail.schema, check.output, hasEarlierWording(state.first))
        : judgeText(guardrail.schema, check.output);
    const { violation, ...found } = foundBy(state, writer, { guardrail, check, errors, cause });
    if (violation) return { state, verdict: 'violated', violation, ...found };
    ({ check, cause } = found);
  }
  return { state, cause, verdict: 'passed', check };
}

/** Returns the guardrails for a text, in the order of the definition. */
function guardrailsFor({ started, names }: RunState, { input, result }: OutputCheck): PinnedGuardrail[] {
  const { guardrails = [] } = started;
  if (input)
    return guardrails.filter(({ on, parallel = false }) => on === 'input' && parallel === input.isParallel);
  if (result) {
    const { name } = result.call;
    return guardrails.filter(
      ({ on, tools }) => on === 'tool_result' && (!tools || matchesList(names, tools, name, 'deny')),
    );
  }
  return guardrails.filter(({ on }) => on === undefined);
}

/** Writes the finding of a guardrail. */
export function foundBy(
  state: RunState,
  writer: StepWriter,
  {
    guardrail,
    check,
    errors,
    cause,
  }: { guardrail: PinnedGuardrail; check: OutputCheck; errors: readonly string[]; cause: number },
): { check: OutputCheck; cause: number; violation?: Violation } {
  const { name, policy, on } = guardrail;
  const { saying, result, repairs, next, passes } = check;
  const call = saying?.call ?? result?.call;
  const passed = errors.length === 0;
  const { seq } = writer.write(
    'guardrail.checked',
    {
      name,
      policy,
      passed,
      ...(passed ? {} : { errors: [...errors] }),
      attempt: repairs + 1,
      ...(on === undefined ? {} : { on }),
      ...(call ? { tool_call_id: call.tool_call_id } : {}),
    },
    cause,
  );
  if (!passed) return { check: { ...check, passes: 0 }, cause: seq, violation: { guardrail, errors } };
  const { length } = guardrailsFor(state, check);
  return { check: { ...check, next: (next + 1) % length, passes: passes + 1 }, cause: seq };
}

/**
 * Checks the text of a call that publishes it: a resident's message in a topic is output, and is checked before the policy
 * decision. Returns undefined for any other call.
 */
export function checkSaid(
  state: RunState,
  writer: StepWriter,
  { call, tool, cause }: { call: CallRequested; tool: PinnedTool; cause: number },
): StepResult | undefined {
  if (tool.name !== sayTool || !isGuarded(state.started)) return undefined;
  const { text } = call.arguments;
  const check = beginCheck(typeof text === 'string' ? text : '', { call, tool });
  return endOfSaying(continueChecks(state, writer, check, cause), writer, { call, tool, cause });
}

/**
 * Ends the check of a call's text. A violation becomes the call's result for the model; a text that passed becomes the call's text.
 * @param cause of the records that follow
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
  const wording = getWording(state);
  const told = violationText('message', checked.violation, wording);
  const outcome = failedOutcome('guardrail_violation', wording.unsaid(told));
  // The description of a repaired call contains its arguments, which must stay hidden.
  const { arguments_repaired: _, ...unseen } = call;
  const result = { call: unseen, outcome, cause: checked.cause };
  return acceptResult(state, writer, result, { to: 'call', cause });
}

/**
 * Checks the message of a run before its first step.
 * @param then step after the message has passed
 */
export function checkInput(state: RunState, writer: StepWriter, text: string, then: AfterInput): StepResult {
  const check = { ...plainCheck(text), input: { then, isParallel: false } };
  return proceedWith(continueChecks(state, writer, check, then.cause), writer);
}

/** Checks the message of a run that its model has worked on meanwhile. */
export function checkInputInParallel(
  { unjudgedInput = '', ...judged }: RunState,
  writer: StepWriter,
  then: AfterInput,
): StepResult {
  const check = { ...plainCheck(unjudgedInput), input: { then, isParallel: true } };
  return proceedWith(continueChecks(judged, writer, check, then.cause), writer);
}

/** Checks the result of a call before the model reads it. */
export function checkResult(
  state: RunState,
  writer: StepWriter,
  result: { call: CallRequested; outcome: CallOutcome; cause: number },
): StepResult {
  const check = { ...plainCheck(resultText(result.outcome)), result };
  // Guardrails check texts, so files of a checked result are withheld.
  if (result.outcome.media && guardrailsFor(state, check).length > 0)
    return checkResult(state, writer, { ...result, outcome: outcomeWithoutMedia(result.outcome) });
  return proceedWith(continueChecks(state, writer, check, result.cause), writer);
}

function plainCheck(output: string): OutputCheck {
  return { output, next: 0, passes: 0, repairs: 0 };
}

/** Continues with a message that passed; another one ends the run and does not stay in the conversation. */
function endOfInput(checked: Checked, { then, isParallel }: NonNullable<OutputCheck['input']>): StepResult {
  const { state, cause } = checked;
  if (checked.verdict === 'waiting') return wait(state);
  if (checked.verdict !== 'violated') {
    const isLeft = !isParallel && (state.started.guardrails ?? []).some(({ parallel }) => parallel === true);
    return { state: isLeft ? { ...state, unjudgedInput: checked.check.output } : state, next: then };
  }
  // Neither the message nor a workflow's task stays in the conversation.
  const { graph: _, ...rest } = state;
  return end({ ...rest, transcript: state.started.context }, cause, {
    code: 'guardrail_violation',
    message: violationText('input', checked.violation, getWording(state)),
  });
}

/**
 * Continues with a result that passed. Another one is withheld from the model; it ends the run, or the model continues without it where
 * the guardrail says `repair`.
 */
function endOfResult(
  checked: Checked,
  writer: StepWriter,
  { call, outcome, cause }: NonNullable<OutputCheck['result']>,
): StepResult {
  const { state } = checked;
  if (checked.verdict === 'waiting') return wait(state);
  if (checked.verdict !== 'violated') return { state, next: { to: 'result', cause, call, outcome } };
  const wording = getWording(state);
  const message = violationText('result of the tool', checked.violation, wording);
  const { tainted } = outcome;
  const withheld: CallOutcome = {
    ...failedOutcome('guardrail_violation', wording.withheldResult(message)),
    ...(tainted === undefined ? {} : { tainted }),
  };
  const next: Next =
    checked.violation.guardrail.policy === 'repair'
      ? { to: 'call', cause }
      : { to: 'end', cause: checked.cause, ending: { code: 'guardrail_violation', message } };
  return acceptResult(state, writer, { call, outcome: withheld, cause: checked.cause }, next);
}

/** Checks a final response before it is shown. */
export function checkAnswer(
  state: RunState,
  writer: StepWriter,
  { answer, cause }: { answer: string; cause: number },
): StepResult {
  return proceedWith(continueChecks(state, writer, beginCheck(answer), cause), writer);
}

/** Handles the verdict of a validator. */
export function onGuardrailVerdict(
  before: RunState,
  writer: StepWriter,
  data: RecordData<'guardrail.judged'>,
): StepResult {
  const { check, cause } = judgedBy(before, data.guardrail, 'guardrail.judged');
  const { seq } = writer.write('guardrail.judged', data, cause);
  const said = data.errors.length > 0 ? boundedErrors(data.errors) : [getWording(before).noReason];
  return afterJudged(before, writer, { check, cause: seq, errors: data.passed ? [] : said });
}

/** Handles a validator failure, which counts as a violation. */
export function onGuardrailFailure(
  before: RunState,
  writer: StepWriter,
  data: RecordData<'guardrail.failed_to_judge'>,
): StepResult {
  const { check, cause } = judgedBy(before, data.guardrail, 'guardrail.failed_to_judge');
  const { seq } = writer.write('guardrail.failed_to_judge', data, cause);
  const errors = boundedErrors([getWording(before).notJudged(data.message, data.code)]);
  return afterJudged(before, writer, { check, cause: seq, errors });
}

/** Handles a repaired response. Without one, the earlier violation remains. */
export function acceptOutputRepair(
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
  return proceedWith(continueChecks(state, writer, mended, seq), writer);
}

function afterJudged(
  before: RunState,
  writer: StepWriter,
  { check: asked, cause, errors }: { check: OutputCheck; cause: number; errors: string[] },
): StepResult {
  const state: RunState = { ...before, waiting: { for: 'nothing' } };
  const guardrail = guardrailsFor(state, asked)[asked.next];
  if (!guardrail) throw unexpected('a judgement');
  const { violation, ...found } = foundBy(state, writer, { guardrail, check: asked, errors, cause });
  if (violation) return proceedWith({ state, verdict: 'violated', violation, ...found }, writer);
  return proceedWith(continueChecks(state, writer, found.check, found.cause), writer);
}

function proceedWith(checked: Checked, writer: StepWriter): StepResult {
  const { check, cause, state } = checked;
  if (check.saying) return endOfSaying(checked, writer, { ...check.saying, cause });
  if (check.input) return endOfInput(checked, check.input);
  if (check.result) return endOfResult(checked, writer, check.result);
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

/** Requests a repair from the run's own model within its limit; without a permitted request the run ends. */
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
    ...question,
    time: writer.time,
    cause,
    side: { purpose: 'repair_output', check: asked },
  });
  return 'state' in tried ? wait(tried.state) : violated(state, { violation, cause: tried.cause });
}

/** Ends the run. The rejected text is stored only in an attachment of the log. */
function violated(
  state: RunState,
  { violation, cause }: { violation: Violation; cause: number },
): StepResult {
  const wording = getWording(state);
  const content = withheldAnswer(violation, wording);
  const instead = { role: 'assistant' as const, content, tool_calls: [] };
  return end({ ...state, transcript: [...state.transcript, instead] }, cause, {
    code: 'guardrail_violation',
    message: violationText('answer', violation, wording),
  });
}

/** Rejects a verdict for any guardrail except the pending one. */
function judgedBy({ waiting }: RunState, guardrail: string, type: string) {
  if (waiting.for !== 'judgement' || waiting.guardrail !== guardrail) throw unexpected(type);
  return waiting;
}

function unexpected(type: string): RuntimeError {
  return new RuntimeError('unexpected_input', `the run does not wait for ${type}`);
}

/** Maximum repair requests for one answer (spec agent-guardrails "Repairs"). */
export const mostOutputRepairs = 2;

/**
 * Returns the repair request to the run's own model; undefined if it does not fit the model's window, because part of a response is
 * useless.
 */
export function repairOutputQuestion(
  { started, first }: Pick<RunState, 'started' | 'first'>,
  { output }: OutputCheck,
  { guardrail, errors }: Violation,
): { request: ModelRequest; inputTokens: number } | undefined {
  const { context_window, reserved_output: maxOutputTokens } = started.model;
  const { schema } = guardrail;
  const data: JsonObject = { ...(schema === undefined ? {} : { schema }), output, errors: [...errors] };
  const messages: ModelRequest['messages'] = [{ role: 'user', content: canonicalJson(data) }];
  const system = getWording({ first }).repairOutputPrompt;
  const inputTokens = tokensOfText(system) + tokensOfMessages(messages);
  if (inputTokens + maxOutputTokens > context_window) return undefined;
  const request = { ...getIdentity(started.model), params: {}, system, messages, tools: [], maxOutputTokens };
  return { request, inputTokens };
}
