import { fenceLine, type OpenFence, openingFence } from './markdown-fence.ts';
import { RevealedStream } from './revealed-stream.ts';

/** Text that is shown piece by piece. */
export interface TextStream {
  /** Returns the text to print now. */
  add(piece: string): string;
  /** Returns the rest of the text. */
  end(): string;
}

/** Escape sequences that switch a style on and off. Each style has its own, so that one ends inside another. */
const styles = {
  bold: ['\u001b[1m', '\u001b[22m'],
  italic: ['\u001b[3m', '\u001b[23m'],
  underline: ['\u001b[4m', '\u001b[24m'],
  code: ['\u001b[36m', '\u001b[39m'],
  faint: ['\u001b[90m', '\u001b[39m'],
} as const;
type Style = keyof typeof styles;

/** Longest text of a link in characters: it is held back until `](` shows that it is one. */
const longestLinkText = 64;
/** Longest run of equal marks that is read as one. */
const longestRun = 16;
/** Signs that replace the marks of a quote and of a list item. */
const [quoteSign, itemSign] = ['▎', '•'];

/** Decided beginning of the held text: its length, and the text that is shown for it. */
interface Decided {
  length: number;
  shown: string;
}

/**
 * Renders the Markdown of a model for a terminal while it streams: headings, bold, italics, code, fences, lists, links and quotes.
 * The text passes a `RevealedStream` first, so the only escape sequences are those of the styles. It is read one character at a time,
 * so that the result does not depend on the places where the text is cut. Styles end with their line.
 */
export class MarkdownStream implements TextStream {
  readonly #revealed = new RevealedStream();
  readonly #lines = new MarkdownLines();

  add(piece: string): string {
    return this.#lines.add(this.#revealed.add(piece));
  }

  end(): string {
    return this.#lines.add(this.#revealed.end()) + this.#lines.end();
  }
}

/** Renders a whole text, as `MarkdownStream` does piece by piece. */
export function renderMarkdown(text: string): string {
  const stream = new MarkdownStream();
  return stream.add(text) + stream.end();
}

/**
 * Returns true if Markdown is rendered: at a terminal with styles.
 * @param isTerminal true if the output is a terminal
 */
export function canRenderMarkdown(
  isTerminal: boolean,
  { NO_COLOR, NODE_DISABLE_COLORS, TERM }: Record<string, string | undefined>,
): boolean {
  const isPlain = [NO_COLOR, NODE_DISABLE_COLORS].some((value) => value !== undefined && value !== '');
  return isTerminal && !isPlain && TERM !== 'dumb';
}

/** Reads revealed text character by character. */
class MarkdownLines {
  /** Characters whose meaning depends on the next ones. */
  #held = '';
  /** Last character of the line before the held ones. */
  #previous = '';
  /** True before the text of a line, where marks of blocks count. */
  #isAtStart = true;
  #isQuoted = false;
  /** Columns before the text of a line. */
  #indent = 0;
  #isHeading = false;
  #isBold = false;
  /** Mark that began the italics. */
  #italicMark: string | undefined;
  /** Number of backticks that began the code. */
  #codeMarks = 0;
  /** Open parentheses in the address of a link; undefined outside of one. */
  #addressDepth: number | undefined;
  #fence: OpenFence | undefined;
  /** True within a line of a fence that cannot be its end any more. */
  #isCodeLine = false;
  /** True if a line of a fence has ended; the end is not shown before the closing fence. */
  #hasLineEnd = false;

  add(text: string): string {
    let shown = '';
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at] ?? '';
      // The revealed text has this character only in front of a line feed.
      if (character === '\r') continue;
      this.#held += character;
      shown += this.#decide(false);
    }
    return shown;
  }

  end(): string {
    return this.#decide(true) + (this.#fence ? this.#endCodeLine() : this.#endStyles());
  }

  #decide(isEnd: boolean): string {
    let shown = '';
    while (this.#held !== '') {
      const decided = this.#fence ? this.#inFence(this.#fence, isEnd) : this.#inText(isEnd);
      if (!decided) break;
      this.#held = this.#held.slice(decided.length);
      shown += decided.shown;
    }
    return shown;
  }

  #inFence(fence: OpenFence, isEnd: boolean): Decided | undefined {
    const [first = ''] = this.#held;
    if (!this.#isCodeLine) {
      const kind = fenceLine(this.#held, fence, isEnd);
      if (kind === 'open') return undefined;
      if (kind === 'end') return this.#endFence();
    }
    const before = this.#hasLineEnd ? '\n' : '';
    this.#hasLineEnd = false;
    if (first === '\n') {
      const end = this.#endCodeLine();
      this.#hasLineEnd = true;
      return { length: 1, shown: `${before}${end}` };
    }
    const style = this.#isCodeLine ? '' : styles.code[0];
    this.#isCodeLine = true;
    return { length: 1, shown: `${before}${style}${first}` };
  }

  #endFence(): Decided {
    const shown = this.#held.endsWith('\n') ? '\n' : '';
    this.#fence = undefined;
    this.#hasLineEnd = false;
    this.#beginLine();
    return { length: this.#held.length, shown };
  }

  #endCodeLine(): string {
    const end = this.#isCodeLine ? styles.code[1] : '';
    this.#isCodeLine = false;
    return end;
  }

  #inText(isEnd: boolean): Decided | undefined {
    const [first = ''] = this.#held;
    if (first === '\n') return this.#endLine();
    if (this.#isAtStart) {
      const block = this.#atStart(first, isEnd);
      if (block !== 'text') return block;
      this.#isAtStart = false;
    }
    if (this.#codeMarks > 0) return this.#inCode(first, isEnd);
    if (this.#addressDepth !== undefined) return this.#inAddress(first, this.#addressDepth);
    if (first === '`') return this.#atBackticks(isEnd);
    if (first === '*' || first === '_') return this.#atEmphasis(first, isEnd);
    if (first === '[') return this.#atBracket(isEnd);
    if (first === '\\') return this.#atBackslash(isEnd);
    return this.#plain(1);
  }

  /** Shows held characters as they are. */
  #plain(length: number): Decided {
    const shown = this.#held.slice(0, length);
    this.#previous = shown.at(-1) ?? this.#previous;
    return { length, shown };
  }

  #endLine(): Decided {
    const shown = `${this.#endStyles()}\n`;
    this.#beginLine();
    return { length: 1, shown };
  }

  #beginLine(): void {
    this.#isAtStart = true;
    this.#isQuoted = false;
    this.#indent = 0;
    this.#previous = '';
  }

  #endStyles(): string {
    const open: Style[] = [];
    if (this.#codeMarks > 0) open.push('code');
    if (this.#addressDepth !== undefined) open.push('faint');
    if (this.#italicMark !== undefined) open.push('italic');
    if (this.#isHeading || this.#isBold) open.push('bold');
    this.#codeMarks = 0;
    this.#addressDepth = undefined;
    this.#italicMark = undefined;
    this.#isHeading = false;
    this.#isBold = false;
    return open.map((style) => styles[style][1]).join('');
  }

  /** Reads a mark of a block. @returns `text` if the line has its text here */
  #atStart(first: string, isEnd: boolean): Decided | undefined | 'text' {
    const held = this.#held;
    if (first === ' ' || first === '\t') {
      this.#indent += 1;
      return this.#plain(1);
    }
    if (first === '>') {
      this.#isQuoted = true;
      return { length: 1, shown: `${styles.faint[0]}${quoteSign}${styles.faint[1]}` };
    }
    if (/^#{1,6}$/.test(held) && !isEnd) return undefined;
    const heading = /^#{1,6}[ \t]/.exec(held)?.[0];
    if (heading !== undefined) {
      this.#isHeading = true;
      this.#isAtStart = false;
      return { length: heading.length, shown: styles.bold[0] };
    }
    if (/^[-*+]$/.test(held) && !isEnd) return undefined;
    if (/^[-*+][ \t]/.test(held)) {
      this.#indent += 2;
      return { length: 2, shown: `${itemSign} ` };
    }
    // The closing fence of a quote has the mark of the quote before it, and is not read.
    const fence = this.#isQuoted ? 'none' : openingFence(held, this.#indent, isEnd);
    if (fence === 'none') return 'text';
    if (fence === 'open') return undefined;
    this.#fence = fence;
    return { length: held.length, shown: '' };
  }

  #inCode(first: string, isEnd: boolean): Decided | undefined {
    if (first !== '`') return this.#plain(1);
    const run = this.#runOf(first, isEnd);
    if (run === undefined) return undefined;
    if (run !== this.#codeMarks) return this.#plain(run);
    this.#codeMarks = 0;
    this.#previous = first;
    return { length: run, shown: styles.code[1] };
  }

  #atBackticks(isEnd: boolean): Decided | undefined {
    const run = this.#runOf('`', isEnd);
    if (run === undefined) return undefined;
    const next = this.#held[run];
    if (run >= longestRun || next === undefined || next === '\n') return this.#plain(run);
    this.#codeMarks = run;
    return { length: run, shown: styles.code[0] };
  }

  /** Returns the length of a run of equal marks; undefined while it may become longer. */
  #runOf(mark: string, isEnd: boolean): number | undefined {
    let length = 0;
    while (length < longestRun && this.#held[length] === mark) length += 1;
    return length === this.#held.length && length < longestRun && !isEnd ? undefined : length;
  }

  #atEmphasis(mark: string, isEnd: boolean): Decided | undefined {
    const run = this.#runOf(mark, isEnd);
    if (run === undefined) return undefined;
    const next = this.#held[run];
    if (run > 3) return this.#plain(run);
    const canClose = this.#previous !== '' && !isSpace(this.#previous) && !(mark === '_' && isWord(next));
    const canOpen = opensEmphasis(mark, this.#previous, next);
    const isItalic = this.#italicMark === mark;
    // The inner marks close first, so that `***` ends both.
    if (canClose && run >= 2 && this.#isBold) return this.#switchBold(mark, false);
    if (canClose && run !== 2 && isItalic) return this.#switchItalic(mark, false);
    if (canOpen && run >= 2 && !this.#isBold) return this.#switchBold(mark, true);
    if (canOpen && run !== 2 && this.#italicMark === undefined) return this.#switchItalic(mark, true);
    return this.#plain(run);
  }

  /** A heading is bold as a whole, so that bold text in it changes nothing. */
  #switchBold(mark: string, isBold: boolean): Decided {
    this.#isBold = isBold;
    if (!isBold) this.#previous = mark;
    const shown = this.#isHeading ? '' : styles.bold[isBold ? 0 : 1];
    return { length: 2, shown };
  }

  #switchItalic(mark: string, isItalic: boolean): Decided {
    this.#italicMark = isItalic ? mark : undefined;
    if (!isItalic) this.#previous = mark;
    return { length: 1, shown: styles.italic[isItalic ? 0 : 1] };
  }

  #atBracket(isEnd: boolean): Decided | undefined {
    const [, text = '', rest] = /^\[([^[\]\n]*)(\]\(|\]|$)/.exec(this.#held) ?? [];
    if (rest === undefined || text.length > longestLinkText) return this.#plain(1);
    if (rest === '](' && text !== '') {
      this.#addressDepth = 0;
      const inner = new MarkdownLines();
      inner.#isAtStart = false;
      const shown = inner.add(text) + inner.end();
      const bold = this.#isBold || this.#isHeading ? styles.bold[0] : '';
      const italic = this.#italicMark === undefined ? '' : styles.italic[0];
      const link = `${styles.underline[0]}${shown}${styles.underline[1]}${bold}${italic}`;
      return { length: text.length + 3, shown: `${link} (${styles.faint[0]}` };
    }
    const isUndecided = rest === '' || this.#held.length === text.length + 2;
    return isUndecided && text.length <= longestLinkText && !isEnd ? undefined : this.#plain(1);
  }

  /** The address of a link is shown after its text, so that the text cannot hide it. */
  #inAddress(first: string, depth: number): Decided {
    if (first === ')' && depth === 0) {
      this.#addressDepth = undefined;
      this.#previous = first;
      return { length: 1, shown: `${styles.faint[1]})` };
    }
    this.#addressDepth = depth + (first === '(' ? 1 : first === ')' ? -1 : 0);
    return this.#plain(1);
  }

  #atBackslash(isEnd: boolean): Decided | undefined {
    const next = this.#held[1];
    if (next === undefined) return isEnd ? this.#plain(1) : undefined;
    if (!/[\\`*_{}[\]()#+.!>~|-]/.test(next)) return this.#plain(1);
    this.#previous = next;
    return { length: 2, shown: next };
  }
}

/** Characters after which no emphasis begins: globs, comments and operators are no emphasis. */
const notEmphasized = /[\s/.,;:!?)\]}|=&%>*]/;

function opensEmphasis(mark: string, previous: string, next: string | undefined): boolean {
  if (next === undefined || notEmphasized.test(next)) return false;
  // Words of other scripts have no spaces between them, so emphasis begins within them.
  return mark === '_' ? !isWord(previous) : !/[A-Za-z0-9]/.test(previous);
}

function isSpace(character: string): boolean {
  return /\s/.test(character);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
