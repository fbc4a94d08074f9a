import { JsonError } from '../../json/json-error.ts';
import type { JsonValue } from '../../json/json-value.ts';
import { scanJsonNumber } from '../../json/scan-json-number.ts';
import { scanEscapedString } from '../../json/scan-json-string.ts';

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

/** Earlier version of the scanner, without the check for canonical text: it only builds the value. */
export class ValueScanner {
  readonly #text: string;
  readonly #maxDepth: number;
  #position = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  scanDocument(): JsonValue {
    const value = this.#value(this.#skipSpace(), 0);
    if (!Number.isNaN(this.#skipSpace())) throw this.#syntax('unexpected text after the document');
    return value;
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
        const number = scanJsonNumber(this.#text, this.#position);
        this.#position = number.end;
        return number.value;
      }
    }
  }

  #object(depth: number): JsonValue {
    this.#enter(depth);
    const object: Record<string, JsonValue> = {};
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
      if (Object.hasOwn(object, key)) throw new JsonError('duplicate_key', 'duplicate key', start);
      if (this.#skipSpace() !== COLON) throw this.#syntax('expected a colon');
      this.#position++;
      object[key] = this.#value(this.#skipSpace(), depth);
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

  /** Nearly all strings hold no escape and are one slice of the text. */
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
    return escaped.value;
  }

  #literal<Value extends boolean | null>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#position)) throw this.#syntax('unknown word');
    this.#position += word.length;
    return value;
  }

  /** Skips white space and returns the next unit; NaN at the end of the text. */
  #skipSpace(): number {
    let unit = this.#text.charCodeAt(this.#position);
    while (unit === SPACE || unit === LINE_FEED || unit === CARRIAGE_RETURN || unit === TAB) {
      unit = this.#text.charCodeAt(++this.#position);
    }
    return unit;
  }

  #syntax(message: string): JsonError {
    return new JsonError('syntax', message, this.#position);
  }
}
