import { canonicalJson } from './canonical-json.ts';
import { JsonError } from './json-error.ts';
import type { JsonValue } from './json-value.ts';
import { scanJsonNumber } from './scan-json-number.ts';
import { scanEscapedString } from './scan-json-string.ts';
import type { TextSpan } from './text-span.ts';

const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Result of one pass over a text. */
export interface ScannedJson {
  text: string;
  value: JsonValue;
  /** True if the text is the RFC 8785 form of its value, so that it need not be serialized for comparison. */
  isCanonical: boolean;
  /** Position of the requested member, if it exists. */
  member: TextSpan | undefined;
}

/**
 * Builds the value in one pass over the text and detects if the text is canonical. Every document read in the home is parsed here.
 */
export class JsonScanner {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #path: readonly string[];
  #position = 0;
  /** True until the text differs from the form that RFC 8785 writes. */
  #isCanonical = true;
  /** Number of path names that lead to the scanner's position. */
  #followed = 0;
  #member: TextSpan | undefined;

  /** @param path the names, from the outermost object on, that lead to the member to find */
  constructor(text: string, maxDepth: number, path: readonly string[]) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#path = path;
  }

  scanDocument(): ScannedJson {
    const value = this.#value(this.#skipSpace(), 0);
    if (!Number.isNaN(this.#skipSpace())) throw this.#syntax('unexpected text after the document');
    return { text: this.#text, value, isCanonical: this.#isCanonical, member: this.#member };
  }

  #value(first: number, depth: number): JsonValue {
    switch (first) {
      case QUOTE:
        return this.#string();
      case OPEN_BRACE:
        return this.#object(depth + 1);
      case OPEN_BRACKET:
        return this.#array(depth + 1);
      case 0x74:
        return this.#literal('true', true);
      case 0x66:
        return this.#literal('false', false);
      case 0x6e:
        return this.#literal('null', null);
      default: {
        const start = this.#position;
        const number = scanJsonNumber(this.#text, start);
        this.#position = number.end;
        this.#expect(start, number.value);
        return number.value;
      }
    }
  }

  #object(depth: number): JsonValue {
    this.#enter(depth);
    const object: Record<string, JsonValue> = {};
    let last: string | undefined;
    let next = this.#skipSpace();
    if (next === CLOSE_BRACE) {
      this.#position++;
      return object;
    }
    for (;;) {
      if (next !== QUOTE) throw this.#syntax('expected a key');
      const start = this.#position;
      const key = this.#string();
      // Assigning it would replace the prototype of a plain object instead of adding a member.
      if (key === '__proto__') throw new JsonError('forbidden_key', 'forbidden key', start);
      // A name that sorts after all previous ones is new, so canonical order needs no lookup.
      if (last === undefined || key > last) last = key;
      else if (Object.hasOwn(object, key)) throw new JsonError('duplicate_key', 'duplicate key', start);
      else this.#isCanonical = false;
      if (this.#skipSpace() !== COLON) throw this.#syntax('expected a colon');
      this.#position++;
      object[key] = this.#isOnPath(key, depth)
        ? this.#valueOnPath(start, depth)
        : this.#value(this.#skipSpace(), depth);
      next = this.#skipSpace();
      if (next === CLOSE_BRACE) {
        this.#position++;
        return object;
      }
      if (next !== COMMA) throw this.#syntax('expected a comma or a closing brace');
      this.#position++;
      next = this.#skipSpace();
    }
  }

  /** Returns true if a member is the next one of the path: by name, and in the object that the names before lead to. */
  #isOnPath(key: string, depth: number): boolean {
    return this.#followed === depth - 1 && key === this.#path[depth - 1];
  }

  #valueOnPath(start: number, depth: number): JsonValue {
    this.#followed = depth;
    const value = this.#value(this.#skipSpace(), depth);
    this.#followed = depth - 1;
    if (depth === this.#path.length) this.#member = { start, end: this.#position };
    return value;
  }

  #array(depth: number): JsonValue {
    this.#enter(depth);
    const array: JsonValue[] = [];
    let next = this.#skipSpace();
    if (next === CLOSE_BRACKET) {
      this.#position++;
      return array;
    }
    for (;;) {
      array.push(this.#value(next, depth));
      next = this.#skipSpace();
      if (next === CLOSE_BRACKET) {
        this.#position++;
        return array;
      }
      if (next !== COMMA) throw this.#syntax('expected a comma or a closing bracket');
      this.#position++;
      next = this.#skipSpace();
    }
  }

  #enter(depth: number): void {
    if (depth > this.#maxDepth)
      throw new JsonError('too_deep', 'document is nested too deep', this.#position);
    this.#position++;
  }

  /** Nearly all strings contain no escape and are one slice of the text, which is also their canonical form. */
  #string(): string {
    const text = this.#text;
    const start = this.#position + 1;
    let position = start;
    let unit = text.charCodeAt(position);
    while (unit !== QUOTE && unit !== BACKSLASH && unit >= SPACE) unit = text.charCodeAt(++position);
    if (unit === QUOTE) {
      this.#position = position + 1;
      return text.slice(start, position);
    }
    const escaped = scanEscapedString(text, start, position);
    this.#position = escaped.end;
    this.#expect(start - 1, escaped.value);
    return escaped.value;
  }

  #literal<Value extends boolean | null>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#position)) throw this.#syntax('unknown word');
    this.#position += word.length;
    return value;
  }

  /** Compares the text from `start` to the current position with the canonical form of its value. */
  #expect(start: number, value: string | number): void {
    if (!this.#isCanonical) return;
    this.#isCanonical = this.#text.slice(start, this.#position) === canonicalJson(value);
  }

  /** Skips white space and returns the next unit; NaN at the end of the text. */
  #skipSpace(): number {
    let unit = this.#text.charCodeAt(this.#position);
    while (unit === SPACE || unit === LINE_FEED || unit === CARRIAGE_RETURN || unit === TAB) {
      this.#isCanonical = false;
      unit = this.#text.charCodeAt(++this.#position);
    }
    return unit;
  }

  #syntax(message: string): JsonError {
    return new JsonError('syntax', message, this.#position);
  }
}
