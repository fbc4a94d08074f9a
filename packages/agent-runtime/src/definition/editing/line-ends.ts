/** Converts an offset in a text with LF to the offset in the original text with CRLF. */
export function inOriginal(text: string, offset: number): number {
  let shift = 0;
  for (let at = text.indexOf('\r\n'); at >= 0 && at - shift < offset; at = text.indexOf('\r\n', at + 2))
    shift += 1;
  return offset + shift;
}
