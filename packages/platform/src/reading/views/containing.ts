/** Removes NUL, which PostgreSQL’s text cannot contain. */
export function plain(text: string): string {
  return text.replaceAll('\u0000', '');
}

/** Returns a LIKE pattern for texts that contain this one literally. */
export function containing(text: string): string {
  return `%${plain(text).replace(/[\\%_]/g, '\\$&')}%`;
}
