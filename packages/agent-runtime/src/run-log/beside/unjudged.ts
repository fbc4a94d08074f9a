import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { sayTool } from '../catalogue/guardrail-types.ts';

const ofAnswer = ['content', 'thought', 'tool_calls', 'continuation'];
const ofSaying = ['arguments', 'arguments_summary', 'arguments_raw', 'schema_errors'];

/**
 * Returns the members of a record with output that guardrails have not checked yet. They are attachments, so a
 * mirror of the log's lines has only their SHA-256.
 */
export function unjudgedMembers({ type, data }: { type: string; data: JsonObject }): readonly string[] {
  if (type === 'model.answered') return ofAnswer;
  return type === 'call.requested' && isSaying(data) ? ofSaying : [];
}

/**
 * Returns the record's data without those members, for views. The results of checks are records of their own,
 * and a passed output is the run's answer or the arguments of a call.
 */
export function withheldData({ type, data }: { type: string; data: JsonObject }): JsonObject {
  if (type === 'model.answered') {
    const { continuation: _, ...rest } = data;
    return { ...rest, content: '', thought: '', tool_calls: withoutArguments(data.tool_calls) };
  }
  if (type !== 'call.requested' || !isSaying(data)) return data;
  const { arguments_raw: _, schema_errors: __, ...rest } = data;
  return { ...rest, arguments: {}, arguments_summary: '' };
}

/** Returns true for a call of the tool that posts in a topic. */
function isSaying({ name }: JsonObject): boolean {
  return name === sayTool;
}

function withoutArguments(calls: JsonValue | undefined): JsonValue[] {
  return (Array.isArray(calls) ? calls : []).map((call: JsonValue) =>
    typeof call === 'object' && call !== null ? { ...call, arguments: '' } : call,
  );
}
