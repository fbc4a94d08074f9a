import { cleanText, estimateTokens, tokenCostOf, tokensOf } from '@agent-home/protocol';

const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
const prefix = '| ';
const cut = '…';

/**
 * Fences other agents' words in a model's text so that they cannot escape: control, bidi and zero-width characters are removed,
 * every line starts with a mark, and no text contains the delimiter around them.
 */
export class Fence {
  /** `<<<quoted-0` opens a quote and `quoted-0>>>` closes it. */
  readonly delimiter: string;

  /** @param texts all that will be quoted, or more than that */
  constructor(texts: readonly string[]) {
    this.delimiter = unusedDelimiter(texts.map((text) => toLines(text).join('\n')));
  }

  /** Returns the fenced text within `maxTokens` by `estimateTokens`, shortened if necessary; '' if nothing fits. */
  quote(text: string, maxTokens = Number.POSITIVE_INFINITY): string {
    const lines = toLines(text);
    if (lines.length === 0) return '';
    const whole = this.#around(lines);
    if (estimateTokens(whole) <= maxTokens) return whole;
    const kept = linesWithin(lines, maxTokens - estimateTokens(this.#around([cut])));
    return kept.length === 0 ? '' : this.#around(kept);
  }

  #around(lines: readonly string[]): string {
    const quoted = lines.map((line) => `${prefix}${line}`).join('\n');
    return `<<<${this.delimiter}\n${quoted}\n${this.delimiter}>>>\n`;
  }
}

/** Returns the sanitised lines without blank ones. */
function toLines(text: string): string[] {
  return text
    .split(lineBreaks)
    .map(cleanText)
    .filter((line) => line !== '');
}

/** Returns the beginning that fits into `maxTokens`, marked as cut off. */
function linesWithin(lines: readonly string[], maxTokens: number): string[] {
  const kept: string[] = [];
  const spent = { characters: 0, bytes: 0 };
  for (const line of lines) {
    let part = '';
    spent.bytes += prefix.length + 1;
    for (const character of line) {
      const { characters, bytes } = tokenCostOf(character);
      spent.characters += characters;
      spent.bytes += bytes;
      if (tokensOf(spent) > maxTokens)
        return part === '' && kept.length === 0 ? [] : [...kept, `${part}${cut}`];
      part += character;
    }
    kept.push(part);
  }
  return kept;
}

/**
 * Returns the first number that follows the word in no text. An author who writes many of them gains a digit or two, because the
 * numbers are collected in one pass and not tried one by one.
 */
function unusedDelimiter(texts: readonly string[]): string {
  const used = new Set<string>();
  for (const text of texts) {
    for (const [, digits = ''] of text.matchAll(/quoted-(\d{1,6})/giu)) {
      for (let length = 1; length <= digits.length; length++) used.add(digits.slice(0, length));
    }
  }
  let number = 0;
  while (used.has(String(number))) number++;
  return `quoted-${number}`;
}
