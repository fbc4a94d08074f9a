/** Splits a text into pieces of a given length, without splitting a character. */
export function* textPieces(text: string, size: number): Generator<string> {
  let begin = 0;
  while (begin < text.length) {
    let end = Math.min(begin + size, text.length);
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff && end < text.length) end++;
    yield text.slice(begin, end);
    begin = end;
  }
}
