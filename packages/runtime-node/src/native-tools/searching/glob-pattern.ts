import { normalForm } from '@agent-home/protocol';
import { RE2JS } from 're2js';
import { ToolFailure } from '../../outcomes/tool-failure.ts';

const maximumLength = 1_000;
const maximumBraces = 10;

/**
 * Compiles a glob pattern: `*`, `?`, `**`, `[a-z]`, `[!a]`, `{a,b}`, and `\` before a literal character. It becomes an RE2
 * expression, which takes linear time for any pattern. Braces become alternatives and are never expanded.
 *
 * @throws ToolFailure `invalid_pattern`
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  if (pattern.length > maximumLength)
    throw new ToolFailure(
      'invalid_pattern',
      `the pattern is longer than ${maximumLength} characters: shorten it`,
    );
  const source = new GlobReader(normalForm(pattern.replace(/^\.\//, ''), 'NFC')).read();
  try {
    const compiled = RE2JS.compile(source, RE2JS.DOTALL);
    // Normalized, so that both Unicode forms of a name match.
    return (path) => compiled.matches(normalForm(path, 'NFC'));
  } catch {
    throw new ToolFailure('invalid_pattern', 'the pattern is not valid: check its brackets');
  }
}

class GlobReader {
  readonly #pattern: string;
  #at = 0;
  #braces = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): string {
    let source = '';
    while (this.#at < this.#pattern.length) source += this.#next();
    if (this.#braces > 0) throw new ToolFailure('invalid_pattern', 'a "{" has no "}"');
    return source;
  }

  #next(): string {
    if (this.#take('**/')) {
      while (this.#take('**/'));
      return '(?:[^/]+/)*';
    }
    if (this.#take('**')) return '.*';
    if (this.#take('*')) {
      while (this.#pattern[this.#at] === '*') this.#at += 1;
      return '[^/]*';
    }
    if (this.#take('?')) return '[^/]';
    if (this.#take('[')) return this.#characters();
    if (this.#take('{')) {
      this.#braces += 1;
      if (this.#braces > maximumBraces)
        throw new ToolFailure('invalid_pattern', 'too many nested "{": simplify the pattern');
      return '(?:';
    }
    if (this.#braces > 0 && this.#take(',')) return '|';
    if (this.#braces > 0 && this.#take('}')) {
      this.#braces -= 1;
      return ')';
    }
    this.#take('\\');
    return this.#literal();
  }

  #characters(): string {
    let source = this.#take('!') || this.#take('^') ? '[^/' : '[';
    let isEmpty = true;
    while (isEmpty || this.#pattern[this.#at] !== ']') {
      if (this.#at >= this.#pattern.length) throw new ToolFailure('invalid_pattern', 'a "[" has no "]"');
      const isRange = !isEmpty && this.#pattern[this.#at] === '-' && this.#pattern[this.#at + 1] !== ']';
      if (isRange) {
        this.#at += 1;
        source += '-';
      }
      source += this.#literal();
      isEmpty = false;
    }
    this.#at += 1;
    return `${source}]`;
  }

  #literal(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0x5c);
    this.#at += character.length;
    return /[\p{L}\p{N}_/]/u.test(character) || (character.codePointAt(0) ?? 0) > 127
      ? character
      : `\\${character}`;
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}
