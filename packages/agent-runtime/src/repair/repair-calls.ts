import { canonicalJson, JsonError, type JsonObject, parseStrictJson } from '@agent-home/protocol';
import { z } from 'zod';
import { tryModel } from '../budgets/ask-model.ts';
import { tokensOfMessages, tokensOfText } from '../context/estimate-context.ts';
import { getIdentity, type ModelRequest } from '../ports/model-request.ts';
import type { CallRequested, RecordData } from '../run-log/index.ts';
import { type StepResult, wait } from '../state/next.ts';
import type { RepairWork } from '../state/repair-work.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { argumentStage } from './repair-arguments.ts';
import { nameStage } from './repair-names.ts';
import { type RepairStage, writeCalls } from './repair-stage.ts';

const stages: Readonly<Record<RepairWork['stage'], RepairStage>> = {
  names: nameStage,
  arguments: argumentStage,
};

/** Repairs the calls of a response if that is enabled; then they are handled one by one. */
export function repairCalls(
  state: RunState,
  writer: StepWriter,
  found: Pick<RepairWork, 'answer' | 'answeredSeq' | 'calls'>,
): StepResult {
  const { calls, answer, answeredSeq } = found;
  const written = new Map(
    calls.map(({ tool_call_id: id }, index) => [id, answer.tool_calls[index]?.arguments ?? '']),
  );
  return beginStage(state, writer, { ...found, written, ...untouched('names') }, answeredSeq);
}

/** Handles the response of the repairing model, or its absence. */
export function acceptRepair(
  before: RunState,
  writer: StepWriter,
  work: RepairWork,
  { answer, seq }: { answer: RecordData<'model.answered'> | undefined; seq: number },
): StepResult {
  const state: RunState = { ...before, waiting: { for: 'nothing' } };
  const repairs = answer ? readRepairs(answer.content) : undefined;
  const reasons: Record<string, string> = { ...work.reasons };
  const calls = work.calls.map((call) => {
    const id = call.tool_call_id;
    if (!work.pending.includes(id)) return call;
    const repair = repairs?.get(id) ?? (repairs ? 'missing_repair' : 'model_failed');
    const repaired =
      typeof repair === 'string' ? repair : stages[work.stage].apply(call, repair, state, work);
    if (typeof repaired !== 'string') {
      delete reasons[id];
      return repaired;
    }
    reasons[id] = repaired;
    return call;
  });
  const pending = work.pending.filter((id) => reasons[id] !== undefined);
  return ask({ ...state, queue: calls }, writer, { ...work, calls, reasons, pending }, seq);
}

function beginStage(state: RunState, writer: StepWriter, work: RepairWork, cause: number): StepResult {
  const stage = stages[work.stage];
  const found = stage.isOn(state) ? work.calls.filter((call) => stage.isCandidate(call, state)) : [];
  if (found.length === 0) return endStage(state, writer, work, cause);
  const sendable = found.filter((call) => stage.isSendable(call, work));
  const pending = sendable.slice(0, state.started.repair?.max_candidates);
  const ids = (calls: typeof found) => calls.map(({ tool_call_id }) => tool_call_id);
  return ask(state, writer, { ...work, candidates: ids(found), pending: ids(pending) }, cause);
}

/** Requests the remaining repairs, within the limit; then the next stage begins, or the calls themselves. */
function ask(state: RunState, writer: StepWriter, work: RepairWork, cause: number): StepResult {
  const stage = stages[work.stage];
  const mayAsk = work.pending.length > 0 && work.attempts < (state.started.repair?.max_attempts ?? 0);
  const question = mayAsk ? repairQuestion(stage, state, work) : undefined;
  if (!question) return requestStage(state, writer, work, cause);
  const { request, inputTokens, about } = question;
  const asked: RepairWork = {
    ...work,
    pending: about,
    sent: [...new Set([...work.sent, ...about])],
    attempts: work.attempts + 1,
  };
  const waiting: RunState = { ...state, queue: work.calls };
  const result = tryModel(waiting, writer, {
    request,
    inputTokens,
    time: writer.time,
    cause,
    side: { purpose: stage.purpose, repair: asked },
  });
  return 'state' in result ? wait(result.state) : requestStage(state, writer, work, result.cause);
}

function requestStage(state: RunState, writer: StepWriter, work: RepairWork, cause: number): StepResult {
  return endStage(state, writer, work, stages[work.stage].record(work, state, writer, cause));
}

function endStage(state: RunState, writer: StepWriter, work: RepairWork, cause: number): StepResult {
  if (work.stage === 'names') return beginStage(state, writer, { ...work, ...untouched('arguments') }, cause);
  writeCalls(writer, work);
  return { state: { ...state, queue: work.calls }, next: { to: 'call', cause } };
}

function untouched(stage: RepairWork['stage']) {
  return { stage, candidates: [], sent: [], pending: [], attempts: 0, reasons: {} };
}

/** Limit in UTF-8 bytes; repairs are shorter. */
const mostBytes = 512 * 1024;
/** Arguments are nested up to 32 levels, and three levels deep in the response. */
const deepest = 40;

const answerSchema = z.object({
  repairs: z.array(z.looseObject({ tool_call_id: z.string() })).max(1_000),
});

/** Reads the repairs of a model, by call. A text of another form contains no repair, and two repairs of one call are ambiguous. */
export function readRepairs(content: string): ReadonlyMap<string, JsonObject | 'ambiguous_repair'> {
  const found = new Map<string, JsonObject | 'ambiguous_repair'>();
  for (const repair of repairsIn(content)) {
    const id = String(repair.tool_call_id);
    found.set(id, found.has(id) ? 'ambiguous_repair' : repair);
  }
  return found;
}

function repairsIn(content: string): JsonObject[] {
  const text = withoutFence(content.trim());
  if (!text.startsWith('{') || text.length > mostBytes) return [];
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > mostBytes) return [];
  try {
    const parsed = answerSchema.safeParse(parseStrictJson(bytes, { maxDepth: deepest }));
    return parsed.success ? (parsed.data.repairs as JsonObject[]) : [];
  } catch (error) {
    if (error instanceof JsonError) return [];
    throw error;
  }
}

/** Removes a Markdown fence, because many models put JSON into one against their instructions. */
function withoutFence(text: string): string {
  const fenced = /^```(?:json)?\n(.*)\n```$/s.exec(text);
  return fenced?.[1] ?? text;
}

/** Maximum output tokens of a repair. */
const mostAnswer = 4_096;

export interface RepairQuestion {
  request: ModelRequest;
  inputTokens: number;
  /** Ids of the calls that it is about. */
  about: string[];
}

/** Returns the question about as many calls, from the first on, as fit the repairing model; undefined if none fits. */
export function repairQuestion(
  stage: RepairStage,
  state: RunState,
  work: RepairWork,
): RepairQuestion | undefined {
  const { repair, model } = state.started;
  if (!repair) return undefined;
  const maxOutputTokens = Math.min(mostAnswer, model.reserved_output, Math.floor(repair.context_window / 4));
  const calls = work.calls.filter(({ tool_call_id }) => work.pending.includes(tool_call_id));
  for (let count = calls.length; count > 0; count--) {
    const about = calls.slice(0, count);
    const request = getRequest(stage, { about, state, work, maxOutputTokens });
    const inputTokens = tokensOfText(request.system) + tokensOfMessages(request.messages);
    if (inputTokens + maxOutputTokens <= repair.context_window)
      return { request, inputTokens, about: about.map(({ tool_call_id }) => tool_call_id) };
  }
  return undefined;
}

function getRequest(
  stage: RepairStage,
  {
    about,
    state,
    work,
    maxOutputTokens,
  }: { about: CallRequested[]; state: RunState; work: RepairWork; maxOutputTokens: number },
): ModelRequest {
  const { system, data } = stage.question(about, state, work);
  const { provider = '', model = '', settings_key } = state.started.repair ?? {};
  return {
    ...getIdentity({ provider, name: model, ...(settings_key === undefined ? {} : { settings_key }) }),
    params: {},
    system,
    tools: [],
    maxOutputTokens,
    messages: [{ role: 'user', content: canonicalJson(data) }],
  };
}
