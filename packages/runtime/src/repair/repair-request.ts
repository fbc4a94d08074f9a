import { canonicalJson } from '@agent-home/protocol';
import type { CallRequested } from '@agent-home/run-log';
import { tokensOfMessages, tokensOfText } from '../context/estimate-context.ts';
import { identityOf, type ModelRequest } from '../ports/model-request.ts';
import type { RepairWork } from '../state/repair-work.ts';
import type { RunState } from '../state/run-state.ts';
import type { RepairStage } from './repair-stage.ts';

/** Tokens of a repair's answer: what it may say is short. */
const mostAnswer = 4_096;

export interface RepairQuestion {
  request: ModelRequest;
  inputTokens: number;
  /** Ids of the calls that it is about. */
  about: string[];
}

/** The question about as many calls, the first first, as fit the repairing model; undefined where not even one does. */
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
    const request = requestOf(stage, { about, state, work, maxOutputTokens });
    const inputTokens = tokensOfText(request.system) + tokensOfMessages(request.messages);
    if (inputTokens + maxOutputTokens <= repair.context_window)
      return { request, inputTokens, about: about.map(({ tool_call_id }) => tool_call_id) };
  }
  return undefined;
}

function requestOf(
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
    ...identityOf({ provider, name: model, ...(settings_key === undefined ? {} : { settings_key }) }),
    ...{ params: {}, system, tools: [], maxOutputTokens },
    messages: [{ role: 'user', content: canonicalJson(data) }],
  };
}
