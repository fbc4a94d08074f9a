import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { sayTool } from '../catalogue/guardrail-types.ts';

const ofAnswer = ['content', 'thought', 'tool_calls'];
const ofSaying = ['arguments', 'arguments_summary', 'arguments_raw', 'schema_errors'];

/**
 * Where guardrails judge what an agent says: the members of a record that hold what none of them has judged yet. They lie beside
 * the log, so that a mirror of its lines has their sha256 alone.
 */
export function unjudgedMembers({ type, data }: { type: string; data: JsonObject }): readonly string[] {
  if (type === 'model.answered') return ofAnswer;
  return type === 'call.requested' && isSaying(data) ? ofSaying : [];
}

/**
 * The same record without them, for whoever is shown it: what came of a judgement stands in records of its own, and what has
 * passed is the run's answer, or the arguments of a call that was made.
 */
export function withheldData({ type, data }: { type: string; data: JsonObject }): JsonObject {
  if (type === 'model.answered')
    return { ...data, content: '', thought: '', tool_calls: withoutArguments(data.tool_calls) };
  if (type !== 'call.requested' || !isSaying(data)) return data;
  const { arguments_raw: _, schema_errors: __, ...rest } = data;
  return { ...rest, arguments: {}, arguments_summary: '' };
}

/** A call whose name means no tool may have meant this one. */
function isSaying({ name }: JsonObject): boolean {
  return name === sayTool;
}

function withoutArguments(calls: JsonValue | undefined): JsonValue[] {
  return (Array.isArray(calls) ? calls : []).map((call: JsonValue) =>
    typeof call === 'object' && call !== null ? { ...call, arguments: '' } : call,
  );
}
