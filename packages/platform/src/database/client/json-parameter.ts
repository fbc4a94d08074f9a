/**
 * A value as the text of one JSON parameter. PostgreSQL refuses NUL in a text, and what one agent wrote must not fail
 * the statement it shares with others: NUL becomes the replacement character.
 */
export function jsonParameter(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u0000') ? JSON.stringify(value, withoutNul) : text;
}

function withoutNul(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value;
}
