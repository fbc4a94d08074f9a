/** PostgreSQL’s text has no NUL. */
export function plain(text: string): string {
  return text.replaceAll('\u0000', '');
}

/** A pattern for what holds this text as it stands. */
export function containing(text: string): string {
  return `%${plain(text).replace(/[\\%_]/g, '\\$&')}%`;
}
