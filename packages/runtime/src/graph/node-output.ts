import { canonicalJson, type JsonObject, type JsonValue } from '@agent-home/protocol';

/** UTF-16 units of all that the nodes of a run have given: each of them is told it. */
export const largestGraphState = 256 * 1024;

/** What a node has given: the JSON object that its agent answered, alone or in one fence, else the text. */
export function nodeOutput(answer: string): JsonValue {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(answer);
  const text = (fenced?.[1] ?? answer).trim();
  if (!text.startsWith('{')) return answer;
  try {
    const value = JSON.parse(text) as JsonValue;
    // What no log could hold is a text.
    canonicalJson({ data: { output: value } });
    return value;
  } catch {
    return answer;
  }
}

/** The state of the graph with what a node has given. The node's own name goes over members of that name. */
export function withOutput(values: JsonObject, node: string, output: JsonValue): JsonObject {
  return { ...values, ...(isObject(output) ? output : {}), [node]: output };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the agent of a node is told: the task, and what the nodes before it have given. */
export function nodeMessage(task: string, values: JsonObject, visited: Iterable<string>): string {
  const given = Object.fromEntries(
    [...visited].flatMap((node) => (Object.hasOwn(values, node) ? [[node, values[node] ?? null]] : [])),
  );
  if (Object.keys(given).length === 0) return task;
  return `${task}\n\nWhat the steps before yours have given, as JSON:\n${canonicalJson(given)}`;
}
