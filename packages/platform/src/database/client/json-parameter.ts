/**
 * Returns a value as the text of one JSON parameter. PostgreSQL rejects NUL in a text, and the text of one agent must not fail the
 * statement that it shares with others. NUL therefore becomes the replacement character.
 */
export function jsonParameter(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u0000') && escapedNul.test(text) ? JSON.stringify(value, withoutNul) : text;
}

/** An escaped NUL, which an even number of backslashes may precede: a text that contains an escape has no NUL. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;

function withoutNul(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value;
}
