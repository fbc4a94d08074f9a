import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { readOutput, withoutFence } from '../guardrails/judge-output.ts';

/** Returns the output of a node: the JSON object that its agent returned, alone or in one fence, else the text. */
export function nodeOutput(answer: string): JsonValue {
  const read = readOutput(withoutFence(answer));
  return 'value' in read && isObject(read.value) ? read.value : answer;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
