import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { readOutput, withoutFence } from '../guardrails/read-output.ts';
import type { KnownValues } from '../state/known-values.ts';

/** UTF-16 units of all that the nodes of a run have given: each of them is told it. */
export const largestGraphState = 256 * 1024;

/** What a node has given: the JSON object that its agent answered, alone or in one fence, else the text. */
export function nodeOutput(answer: string): JsonValue {
  const read = readOutput(withoutFence(answer));
  return 'value' in read && isObject(read.value) ? read.value : answer;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the agent of a node is told: the task, and what the nodes before it have given. */
export function nodeMessage(task: string, known: KnownValues): string {
  const given = known.givenText();
  return given === undefined ? task : `${task}\n\nWhat the steps before yours have given, as JSON:\n${given}`;
}
