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

/**
 * Characters that a stream holds back at most for a secret that is broken by white space or escapes; the rest
 * is released.
 */
const mostHeldBack = 16 * 1024;

/**
 * Returns true if a value can be searched for. A shorter one would be found, and replaced, in texts that do not
 * contain it.
 */
export function isSearchable(value: string): boolean {
  return value.trim().length >= shortestSecret && value.length <= longestSecret;
}

/**
 * Finds secrets in what comes from outside and puts their names in their place: whole, their parts, and their beginnings of 16
 * characters and more; as they are, in upper and lower case, in base64 and base64url at any offset, in hexadecimal, through percent and
 * JSON escapes and line breaks, and behind what `HiddenSearch` sees through. Built once; a text in which one may be is read three
 * times, however many secrets there are, and most texts are seen to have none before.
 */
export class SecretSearch {
  readonly #names: readonly string[];
  /** Absent where there are no secrets: a filter is as large as the pieces that it looks through. */
  readonly #sought:
    | {
        table: SearchTable;
        filter: SecretFilter;
        hidden: HiddenSearch;
        texts: readonly { text: string; owner: number }[];
      }
    | undefined;

  /** @param unpack reads what a program has compressed; without it that is not looked into */
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

  /** The text with each secret replaced; the same text where there is none. */
  replace(text: string): string {
    const sought = this.#sought;
    if (!sought || text.length < shortestSecret) return text;
    const plain = sought.filter.mayFind(text) ? scanAll(sought.table, text).found : [];
    const found = joined([...plain, ...sought.hidden.find(text), ...partsAtCuts(text, sought.texts)]);
    return found.length === 0 ? text : this.#written(text, found, text.length);
  }

  /** For a text that comes in pieces: what may be the beginning of a secret is held back until more is known. */
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
        // Never split a match that has not been released yet.
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
