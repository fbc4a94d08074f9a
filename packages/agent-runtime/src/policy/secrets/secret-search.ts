import { partsAtCuts } from './cut-edges.ts';
import { longestSecret, searchedTexts, shortestSecret } from './encoded-forms.ts';
import { HiddenSearch, type Unpack } from './hidden-search.ts';
import { type Found, scanAll } from './scan-text.ts';
import { type SearchTable, searchTable } from './search-table.ts';
import { SecretFilter } from './secret-filter.ts';
import { collectParts } from './secret-parts.ts';

export interface NamedSecret {
  /** Name shown in its place, such as `vault://github`. */
  name: string;
  value: string;
}

/** Maximum number of characters that a stream holds back for a secret broken by white space or escapes; the rest is released. */
const mostHeldBack = 16 * 1024;

/**
 * Returns true if a value can be searched for. A shorter one would be found, and replaced, in texts that do not
 * contain it.
 */
export function isSearchable(value: string): boolean {
  return value.trim().length >= shortestSecret && value.length <= longestSecret;
}

/**
 * Replaces secrets in external text with their names: whole secrets, their parts, and beginnings of 16 characters or more. It
 * recognizes them as they are, in upper and lower case, in base64 and base64url at any offset, in hexadecimal, through percent and
 * JSON escapes and line breaks, and in the formats of `HiddenSearch`. It is built once. A filter skips most texts; any other is
 * read three times, independent of the number of secrets.
 */
export class SecretSearch {
  readonly #names: readonly string[];
  /** Absent without secrets, because the filter's buffers are as large as the pieces that it searches. */
  readonly #sought:
    | {
        table: SearchTable;
        filter: SecretFilter;
        hidden: HiddenSearch;
        texts: readonly { text: string; owner: number }[];
      }
    | undefined;

  /** @param unpack decompresses program output; without it, compressed data is not searched */
  constructor(secrets: readonly NamedSecret[], unpack?: Unpack) {
    this.#names = secrets.map(({ name }) => name);
    const texts = secrets.flatMap(({ value }, owner) => {
      const parts = collectParts(value);
      const all = [
        ...searchedTexts(value, parts.length > 0),
        ...parts.flatMap((part) => searchedTexts(part)),
      ];
      return all.map((text) => ({ ...text, owner }));
    });
    if (texts.length === 0) return;
    const table = searchTable(texts);
    const beginnings = texts.map(({ text, least }) => text.slice(0, least));
    const filter = new SecretFilter([...texts.map(({ text }) => text), ...beginnings]);
    this.#sought = { table, filter, hidden: new HiddenSearch(table, filter, unpack), texts };
  }

  /** Returns the text with each secret replaced; the same text if there is none. */
  replace(text: string): string {
    const sought = this.#sought;
    if (!sought || text.length < shortestSecret) return text;
    const plain = sought.filter.mayFind(text) ? scanAll(sought.table, text).found : [];
    const found = joined([...plain, ...sought.hidden.find(text), ...partsAtCuts(text, sought.texts)]);
    return found.length === 0 ? text : this.#written(text, found, text.length);
  }

  /** Returns a filter for text that arrives in pieces. It holds back a possible beginning of a secret until more text arrives. */
  stream(): SecretStream {
    let held = '';
    return {
      add: (piece) => {
        if (!this.#sought) return piece;
        const { table, hidden } = this.#sought;
        const text = held + piece;
        const scan = scanAll(table, text);
        const found = joined([...scan.found, ...hidden.find(text)]);
        let end = Math.min(scan.open, hidden.open(text, mostHeldBack));
        // Avoids splitting a match that has not been released yet.
        for (const part of found.toReversed()) if (part.start < end && end < part.end) end = part.start;
        if (text.length - end > mostHeldBack) end = text.length;
        held = text.slice(end);
        return this.#written(
          text,
          found.filter((part) => part.end <= end),
          end,
        );
      },
      end: () => {
        const rest = held;
        held = '';
        return this.replace(rest);
      },
    };
  }

  #written(text: string, found: readonly Found[], end: number): string {
    let written = '';
    let from = 0;
    for (const part of found) {
      written += `${text.slice(from, part.start)}[secret ${this.#names[part.owner] ?? ''}]`;
      from = part.end;
    }
    return from === 0 ? text.slice(0, end) : written + text.slice(from, end);
  }
}

export interface SecretStream {
  /** Returns the text that can be released now. */
  add(piece: string): string;
  /** Returns the text that was held back. */
  end(): string;
}

/** Returns matches sorted, with overlapping ones merged. */
function joined(found: Found[]): Found[] {
  if (found.length < 2) return found;
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const parts: Found[] = [];
  for (const part of sorted) {
    const last = parts.at(-1);
    if (last && part.start < last.end) last.end = Math.max(last.end, part.end);
    else parts.push({ ...part });
  }
  return parts;
}
