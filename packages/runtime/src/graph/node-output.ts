import { canonicalJson, type JsonValue } from '@agent-home/protocol';
import type { KnownValues } from '../state/known-values.ts';

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

/** What the agent of a node is told: the task, and what the nodes before it have given. */
export function nodeMessage(task: string, known: KnownValues): string {
  const given = known.givenText();
  return given === undefined ? task : `${task}\n\nWhat the steps before yours have given, as JSON:\n${given}`;
}
