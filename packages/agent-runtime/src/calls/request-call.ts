import type { JsonObject } from '@agent-home/protocol';
import { wholeCharacters } from '../context/prune-outputs.ts';
import { type NameTable, resolveName } from '../definition/index.ts';
import type { CallRequested, PinnedTool, RecordData, RunStarted } from '../run-log/index.ts';
import { schemaErrors } from '../schemas/schema-validator.ts';
import { hasEarlierWording } from '../wording/select-wording.ts';
import { parseArguments } from './parse-arguments.ts';

type Answer = RecordData<'model.answered'>;

/** Parts of a run that its calls depend on. */
interface CallingRun {
  names: NameTable;
  toolsByName: ReadonlyMap<string, PinnedTool>;
  round: number;
  legs: { number: number };
  /** Format of the run; absent for the newest format. */
  first?: Pick<RunStarted, 'format'>;
}

/** Resolves the calls of a response, in order; none is decided yet. */
export function requestCalls(state: CallingRun, answer: Answer): CallRequested[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  // A server can send any number of calls, so each is read once.
  for (const { id } of answer.tool_calls) (seen.has(id) ? twice : seen).add(id);
  const isCutOff = answer.stop_reason === 'max_tokens';
  return answer.tool_calls.map((call, index) => {
    const callId = getCallId(state, index);
    if (call.id === '') return refused(callId, call.name, 'call_without_id');
    if (twice.has(call.id)) return refused(callId, call.name, 'duplicate_call_id');
    const found = resolveTool(state, call.name);
    if (!found.tool) return { ...refused(callId, call.name, found.problem), name_resolution: found.how };
    return callWithName(callId, call, { ...state, tool: found.tool, how: found.how, isCutOff });
  });
}

/** Returns the runtime's own id of a call, because models omit ids and use one twice. */
export function getCallId({ round, legs }: Pick<CallingRun, 'round' | 'legs'>, index: number): string {
  return legs.number === 0 ? `call_${round}_${index}` : `call_${legs.number}_${round}_${index}`;
}

function refused(callId: string, requestedName: string, problem: string): CallRequested {
  return {
    tool_call_id: callId,
    requested_name: requestedName,
    name: '',
    name_resolution: requestedName === '' ? 'missing' : 'unknown',
    arguments: {},
    arguments_summary: '',
    source: 'invalid_args',
    problem,
  };
}

/** Returns a call of a known tool, with its arguments as far as they can be understood. */
export function callWithName(
  callId: string,
  call: { name: string; arguments: string },
  {
    tool,
    how,
    isCutOff,
    first,
  }: Pick<CallingRun, 'first'> & {
    tool: PinnedTool;
    how: CallRequested['name_resolution'];
    isCutOff: boolean;
  },
): CallRequested {
  const named = { tool_call_id: callId, requested_name: call.name, name: tool.name, name_resolution: how };
  const mend = !isCutOff && !tool.side_effects;
  const parsed = parseArguments(call.arguments, { mend, isCutOff, mayInvent: first?.format === 1 });
  if ('error' in parsed)
    return {
      ...named,
      arguments: {},
      arguments_summary: '',
      source: 'invalid_args',
      arguments_parse_error: parsed.error,
      arguments_raw: parsed.raw,
    };
  const errors = schemaErrors(tool.parameters, parsed.arguments, hasEarlierWording(first));
  return {
    ...named,
    arguments: parsed.arguments,
    arguments_summary: getSummary(parsed.arguments),
    source: errors.length > 0 ? 'invalid_args' : tool.source,
    ...(errors.length > 0 ? { schema_errors: errors } : {}),
    ...(parsed.mended ? { arguments_mended: true } : {}),
  };
}

/** Maximum length of a preview, in UTF-16 units. */
const summaryLength = 300;

export function getSummary(args: JsonObject): string {
  const text = JSON.stringify(args);
  return text.length <= summaryLength ? text : `${wholeCharacters(text.slice(0, summaryLength))}…`;
}

export type FoundTool =
  | { tool: PinnedTool; how: CallRequested['name_resolution'] }
  | { tool?: undefined; how: 'unknown' | 'missing'; problem: string };

/** Resolves the tool that a model names, or returns the problem for its result. An ambiguous name resolves to no tool. */
export function resolveTool(
  { names, toolsByName }: { names: NameTable; toolsByName: ReadonlyMap<string, PinnedTool> },
  written: string,
): FoundTool {
  const found = resolveName(names, written);
  if ('canonical' in found) {
    const tool = toolsByName.get(found.canonical);
    if (tool) return { tool, how: found.how };
    return { how: 'unknown', problem: 'unknown_tool' };
  }
  if (found.how === 'missing') return { how: 'missing', problem: 'missing_name' };
  if (found.how === 'unavailable') return { how: 'unknown', problem: 'tool_unavailable' };
  const nearest = found.nearest.slice(0, 3).map((name) => toolsByName.get(name)?.wire_name ?? name);
  if (nearest.length === 0) return { how: 'unknown', problem: 'unknown_tool' };
  return { how: 'unknown', problem: `Did you mean ${nearest.join(' or ')}?` };
}
