/**
 * True if the pattern matches: `*` is any sequence of characters, including `/` and the empty one; `?` is exactly one character,
 * which JavaScript may store as two units. Linear in practice: backtracking stops at the last `*`, so a hostile pattern cannot hang
 * the caller.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let patternIndex = 0;
  let textIndex = 0;
  let starIndex = -1;
  let resumeIndex = 0;
  while (textIndex < text.length) {
    const symbol = pattern[patternIndex];
    if (symbol === '*') {
      starIndex = patternIndex;
      resumeIndex = textIndex;
      patternIndex += 1;
    } else if (symbol === '?') {
      patternIndex += 1;
      textIndex += (text.codePointAt(textIndex) ?? 0) > 0xffff ? 2 : 1;
    } else if (symbol === text[textIndex]) {
      patternIndex += 1;
      textIndex += 1;
    } else if (starIndex >= 0) {
      resumeIndex += 1;
      textIndex = resumeIndex;
      patternIndex = starIndex + 1;
    } else {
      return false;
    }
  }
  while (pattern[patternIndex] === '*') patternIndex += 1;
  return patternIndex === pattern.length;
}
