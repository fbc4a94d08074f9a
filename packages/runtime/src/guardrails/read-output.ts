import { JsonError, type JsonValue, parseStrictJson } from '@agent-home/protocol';

/** In UTF-8: what is longer is not even parsed. */
const mostBytes = 512 * 1024;
/** A record that has it is nested itself. */
const deepest = 48;

export type ReadOutput = { value: JsonValue } | { error: string };

/** What an answer says as JSON, or the line that says why it is none. Nothing of the text itself is in that line. */
export function readOutput(text: string): ReadOutput {
  // A UTF-16 unit is one byte at least.
  const bytes = text.length > mostBytes ? undefined : new TextEncoder().encode(text);
  if (bytes === undefined || bytes.length > mostBytes)
    return { error: `too_large path= expected=at most ${mostBytes} bytes` };
  try {
    return { value: parseStrictJson(bytes, { maxDepth: deepest }) };
  } catch (error) {
    if (error instanceof JsonError) return { error: `no_json path= expected=one JSON value [${error.code}]` };
    throw error;
  }
}

/**
 * Many models put JSON between lines of Markdown, whatever they are told. An answer that is exactly one such block is what is in
 * it: a word before, behind or beside the marks and it is text like any other, as nobody would judge that word.
 */
export function withoutFence(text: string): string {
  const inner = /^\s*```(?:json)?[ \t]*\r?\n(.*?)\r?\n[ \t]*```\s*$/is.exec(text)?.[1];
  return inner !== undefined && 'value' in readOutput(inner) ? inner : text;
}
