import { canonicalJson, type JsonObject, type JsonValue } from '@agent-home/protocol';
import { parseArguments } from '../calls/parse-arguments.ts';
import { getSummary } from '../calls/request-call.ts';
import type { CallRequested } from '../run-log/index.ts';
import { schemaErrors } from '../schemas/schema-validator.ts';
import type { RepairWork } from '../state/repair-work.ts';
import type { RunState } from '../state/run-state.ts';
import { getWording } from '../wording/select-wording.ts';
import { failuresSample, type RepairStage } from './repair-stage.ts';

/**
 * Maximum bytes of the written text that a request contains, in UTF-8. A partial text is useless, and a repair that drops its end
 * does harm.
 */
const mostWritten = 16 * 1024;

/** Repairs arguments that could not be parsed and, if that is enabled, those that do not fit their schema (S1-29). */
export const argumentStage: RepairStage = {
  purpose: 'repair_arguments',
  isOn: ({ started: { repair } }) => repair !== undefined && (repair.arguments || repair.unfit),
  isCandidate: (call, { started: { repair } }) =>
    call.name !== '' &&
    ((repair?.arguments === true && call.arguments_parse_error !== undefined) ||
      (repair?.unfit === true && call.schema_errors !== undefined)),
  // Truncated arguments are never completed, since their end would be invented.
  isSendable: ({ tool_call_id, arguments_parse_error }, work) =>
    work.answer.stop_reason !== 'max_tokens' &&
    arguments_parse_error !== 'too_large' &&
    getBytes(work.written.get(tool_call_id) ?? '') <= mostWritten,
  question: (calls, state, work) => ({
    system: getWording(state).repairArgumentsPrompt,
    data: {
      calls: calls.map((call) => ({
        tool_call_id: call.tool_call_id,
        tool: call.name,
        schema: schemaText(call, state).text,
        written: (work.written.get(call.tool_call_id) ?? '').toWellFormed(),
        problem: (call.schema_errors ?? ['no JSON object']).join('; '),
      })),
    },
  }),
  apply: (call, { arguments: repaired }, state, work) => {
    const tool = state.toolsByName.get(call.name);
    if (!tool || !isObject(repaired)) return 'invalid_repair';
    // Parsed like the arguments of any call, so a repair has the same limits.
    const parsed = parseArguments(canonicalJson(repaired), { mend: false, isCutOff: false });
    if ('error' in parsed) return 'invalid_repair';
    const written = handlesIn(work.written.get(call.tool_call_id) ?? '');
    if (handlesIn(parsed.arguments).some((handle) => !written.includes(handle))) return 'secret_added';
    if (schemaErrors(tool.parameters, parsed.arguments).length > 0) return 'unfit_repair';
    const { schema_errors: _, ...rest } = call;
    return {
      ...rest,
      arguments: parsed.arguments,
      arguments_summary: getSummary(parsed.arguments),
      source: tool.source,
      arguments_repaired: true,
    };
  },
  record: (work, state, writer, cause) => {
    const { candidates, sent, attempts, calls } = work;
    const repaired = calls.filter(({ arguments_repaired }) => arguments_repaired).length;
    const data = {
      attempts,
      candidates: candidates.length,
      candidates_total: candidates.length,
      candidates_sent: sent.length,
      repaired,
      failed: sent.length - repaired,
      skipped: candidates.length - sent.length,
      failures_sample: failuresSample(work),
      model: state.started.repair?.model ?? '',
      max_schema_bytes: state.started.repair?.max_schema_bytes ?? 0,
      schema_truncated_candidates: truncated(work, state),
    };
    return writer.write('call.arguments_repaired', data, cause).seq;
  },
};

function truncated({ sent, calls }: RepairWork, state: RunState): number {
  return calls.filter((call) => sent.includes(call.tool_call_id) && schemaText(call, state).isCut).length;
}

/** A schema comes from a server, so its length is limited here. */
function schemaText({ name }: CallRequested, { toolsByName, started }: RunState) {
  const text = canonicalJson(toolsByName.get(name)?.parameters ?? {});
  const bytes = new TextEncoder().encode(text);
  const most = started.repair?.max_schema_bytes ?? 0;
  if (bytes.length <= most) return { text, isCut: false };
  // Drops a character that is cut in half.
  return { text: new TextDecoder().decode(bytes.subarray(0, most), { stream: true }), isCut: true };
}

function getBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const handle = /vault:\/\/[a-zA-Z0-9._-]*/g;

/**
 * Returns the secret handles in a text or in arguments, each as a whole. A repair may keep written handles but never insert one,
 * and `vault://git` is not the written `vault://github`.
 */
export function handlesIn(value: JsonValue): string[] {
  if (typeof value === 'string') return value.match(handle) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(handlesIn);
}
