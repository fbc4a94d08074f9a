/**
 * Returns a value as the text of one JSON parameter. PostgreSQL rejects NUL in a text, and the text of one agent must not fail the
 * statement that it shares with others. NUL therefore becomes the replacement character.
 */
export function jsonParameter(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u0000') ? JSON.stringify(value, withoutNul) : text;
}

function withoutNul(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value;
}
