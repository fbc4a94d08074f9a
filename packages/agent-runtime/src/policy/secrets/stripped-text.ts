/** A text without invisible characters, and the original position of each unit. */
export interface StrippedText {
  text: string;
  places: Int32Array;
  /** Start of a sequence that may continue in the next piece. */
  open: number;
}

const escapeUnit = 0x1b;
const controlSequence = 0x9b;
/** Longer sequences are not treated as escape sequences. */
const longestSequence = 256;

/** True if there is anything to strip: escape sequences of a terminal, and the zero bytes of UTF-16. */
export function hasInvisible(text: string): boolean {
  return text.includes('\u001b') || text.includes('\0') || text.includes('\u009b');
}

/**
 * Returns the text as a terminal shows it: `grep --color` writes sequences into the middle of a word, and UTF-16 has a zero for
 * each letter.
 */
export function stripInvisible(text: string): StrippedText {
  const places = new Int32Array(text.length);
  const kept: string[] = [];
  let count = 0;
  let from = 0;
  let open = text.length;
  for (let at = 0; at < text.length; ) {
    const end = endOfInvisible(text, at);
    if (end === at) {
      places[count++] = at;
      at += 1;
      continue;
    }
    kept.push(text.slice(from, at));
    if (end > text.length) open = Math.min(open, at);
    at = Math.min(end, text.length);
    from = at;
  }
  kept.push(text.slice(from));
  return { text: kept.join(''), places: places.subarray(0, count), open };
}

/** @returns `at` if no invisible sequence begins there, and a position beyond the text if a sequence is cut off */
function endOfInvisible(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit === 0) return at + 1;
  if (unit === controlSequence) return endOfControl(text, at + 1);
  if (unit !== escapeUnit) return at;
  const next = text[at + 1];
  if (next === undefined) return text.length + 1;
  if (next === '[') return endOfControl(text, at + 2);
  if (next === ']') return endOfCommand(text, at + 2);
  // The sequence has two characters, or three for the choice of a character set.
  return at + ('()*+'.includes(next) ? 3 : 2);
}

/** Returns the end of a control sequence: parameters, then one final character. */
function endOfControl(text: string, start: number): number {
  const most = Math.min(text.length, start + longestSequence);
  for (let at = start; at < most; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x40 && unit <= 0x7e) return at + 1;
    if (unit < 0x20 || unit > 0x3f) return at;
  }
  return most === text.length ? text.length + 1 : most;
}

/** Returns the end of a command for the operating system, which ends with a bell or a string terminator. */
function endOfCommand(text: string, start: number): number {
  const most = Math.min(text.length, start + longestSequence);
  for (let at = start; at < most; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x07) return at + 1;
    if (unit === escapeUnit) return text[at + 1] === '\\' ? at + 2 : at;
  }
  return most === text.length ? text.length + 1 : most;
}
