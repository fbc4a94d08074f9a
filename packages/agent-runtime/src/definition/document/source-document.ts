import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { Problem, ProblemCode } from '../problems/problem.ts';

export type Path = readonly (string | number)[];

/** A text and its source. Front matter begins further down in its file. */
export interface SourceText {
  file: string;
  text: string;
  /** The file's line on which the text begins, from 1. */
  firstLine: number;
}

/** Offsets of a member's name, if it has one, and of its value. */
interface MemberPlace {
  name: number;
  value: number;
}

/** A parsed text with the positions of its members. */
export class SourceDocument {
  readonly source: SourceText;
  readonly value: JsonValue;
  readonly #places: ReadonlyMap<string, MemberPlace>;
  #lines: number[] | undefined;

  constructor(source: SourceText, value: JsonValue, places: ReadonlyMap<string, MemberPlace>) {
    this.source = source;
    this.value = value;
    this.#places = places;
  }

  /**
   * Returns a document with the same places and another value, such as one without members that another schema
   * checks.
   */
  with(value: JsonObject): SourceDocument {
    return new SourceDocument(this.source, value, this.#places);
  }

  /** Returns a problem of a member, or of the nearest existing member around it. */
  problem(
    code: ProblemCode,
    path: Path,
    message: string,
    { nearest, at = 'value' }: { nearest?: string | undefined; at?: 'name' | 'value' } = {},
  ): Problem {
    const found = this.#find(path);
    const place = placeOf(this.source, found?.[at] ?? 0, this.#lineStarts());
    return {
      code,
      message,
      file: this.source.file,
      ...place,
      path: [...path],
      ...(nearest === undefined ? {} : { nearest }),
    };
  }

  #find(path: Path): MemberPlace | undefined {
    for (let length = path.length; length >= 0; length -= 1) {
      const found = this.#places.get(placeKey(path.slice(0, length)));
      if (found) return found;
    }
    return undefined;
  }

  #lineStarts(): number[] {
    this.#lines ??= lineStarts(this.source.text);
    return this.#lines;
  }
}

export function placeKey(path: Path): string {
  return path.join('\0');
}

/** Returns the line and column in the file for an offset in the text. */
export function placeOf(
  source: SourceText,
  offset: number,
  starts = lineStarts(source.text),
): { line: number; column: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: source.firstLine + low, column: offset - (starts[low] ?? 0) + 1 };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
