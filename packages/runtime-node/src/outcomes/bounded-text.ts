/**
 * Returns the text in at most `maximumBytes` bytes of UTF-8. Lone surrogates are replaced, and a cut falls between characters. The
 * cut bytes are counted, so that the model knows that there is more.
 */
export function boundedText(text: string, maximumBytes: number): string {
  const sound = text.toWellFormed();
  const bytes = Buffer.byteLength(sound);
  if (bytes <= maximumBytes) return sound;
  const note = `\n[cut: ${bytes} bytes in all]`;
  return getHead(sound, maximumBytes - Buffer.byteLength(note)) + note;
}

/** Returns the longest beginning of a well-formed text that fits. */
export function getHead(text: string, maximumBytes: number): string {
  if (maximumBytes <= 0) return '';
  const bytes = Buffer.from(text);
  if (bytes.length <= maximumBytes) return text;
  let end = maximumBytes;
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

/** Returns true if a byte continues a UTF-8 character. */
export function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
