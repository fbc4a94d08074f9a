import type { JsonObject } from '@agent-home/protocol';
import { callWithName } from '../calls/request-call.ts';
import { wholeCharacters } from '../context/prune-outputs.ts';
import type { CallRequested, NamesRepaired } from '../run-log/index.ts';
import type { RunState } from '../state/run-state.ts';
import { getWording } from '../wording/select-wording.ts';
import { failuresSample, mostOfSample, type RepairStage } from './repair-stage.ts';

/** Limit in UTF-16 units. No tool has a longer name, and a page of text is not worth a guess. */
const longestName = 200;
const longestDescription = 200;
/** Limit of the quoted arguments, which help to guess the meant tool. */
const longestHint = 500;

/** Reason for a name that matches no tool of the run (S1-36). */
const reason = 'tool_not_in_profile';

/** Repairs names, only to a tool that the model was shown in this round (S1-38). */
export const nameStage: RepairStage = {
  purpose: 'repair_names',
  isOn: ({ started, offered }) => started.repair?.names === true && offered.length > 0,
  isCandidate: ({ name, name_resolution, problem }) =>
    name === '' && name_resolution === 'unknown' && !isSettled(problem),
  isSendable: ({ requested_name }) => requested_name.length <= longestName,
  question: (calls, state, work) => ({
    system: getWording(state).repairNamesPrompt,
    data: {
      tools: shownTools(state),
      calls: calls.map(({ tool_call_id, requested_name }) => ({
        tool_call_id,
        name: requested_name,
        arguments: shortened(work.written.get(tool_call_id) ?? '', longestHint),
      })),
    },
  }),
  apply: (call, { name }, state, work) => {
    const tool = typeof name === 'string' ? visibleTool(state, name) : undefined;
    if (!tool) return 'name_not_in_visible_tools';
    const { requested_name, tool_call_id } = call;
    const written = { name: requested_name, arguments: work.written.get(tool_call_id) ?? '' };
    const isCutOff = work.answer.stop_reason === 'max_tokens';
    return callWithName(tool_call_id, written, { ...state, tool, how: 'repaired', isCutOff });
  },
  record: (work, state, writer, cause) => {
    const { candidates, sent, attempts } = work;
    const total = state.offered.length;
    const shown = Math.min(total, state.started.repair?.max_tools ?? total);
    const repairs = work.calls.flatMap((call) => getRepair(call, state));
    const data = {
      attempts,
      candidates_total: candidates.length,
      candidates_sent: sent.length,
      repaired: repairs.length,
      failed: sent.length - repairs.length,
      skipped: candidates.length - sent.length,
      model: state.started.repair?.model ?? '',
      visible_tools_total: total,
      visible_tools_sent: shown,
      visible_tools_truncated: shown < total,
      repairs_sample: repairs.slice(0, mostOfSample),
      failures_sample: failuresSample(work),
    };
    return writer.write('call.names_repaired', data, cause).seq;
  },
};

/** True for calls that another name does not help: their ids are wrong, or their tool is known and its server unavailable. */
function isSettled(problem: string | undefined): boolean {
  return problem === 'call_without_id' || problem === 'duplicate_call_id' || problem === 'tool_unavailable';
}

function visibleTool({ offered, started }: RunState, wireName: string) {
  if (!offered.some(({ name }) => name === wireName)) return undefined;
  return started.tools.find(({ wire_name }) => wire_name === wireName);
}

function shownTools({ offered, started }: RunState): JsonObject[] {
  return offered
    .slice(0, started.repair?.max_tools)
    .map(({ name, description }) => ({ name, description: shortened(description, longestDescription) }));
}

function getRepair(call: CallRequested, { toolsByName }: RunState): NamesRepaired['repairs_sample'] {
  if (call.name_resolution !== 'repaired') return [];
  const { tool_call_id, requested_name, name } = call;
  const repaired_name = toolsByName.get(name)?.wire_name ?? name;
  return [{ tool_call_id, requested_name, repaired_name, reason }];
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${wholeCharacters(text.slice(0, length))}…`;
}
