import { encodedForms, longestSecret, shortestSecret } from './encoded-forms.ts';
import { type Found, scanPlain, scanUnbroken, scanUnescaped } from './scan-text.ts';
import { type SearchTable, searchTable } from './search-table.ts';
import { SecretFilter } from './secret-filter.ts';

export interface NamedSecret {
  /** What is told in its place, as `vault://github`. */
  name: string;
  value: string;
}

/** What a stream may hold back for a secret that is broken by white space or escapes; beyond that it is let go on. */
const mostHeldBack = 16 * 1024;

/** Whether a value can be searched for: a shorter one would be found, and torn out, in texts that do not have it. */
export function isSearchable(value: string): boolean {
  return value.trim().length >= shortestSecret && value.length <= longestSecret;
}

/**
 * Finds secrets in what comes from outside and puts their names in their place: as they are, in base64 and base64url at any
 * offset, in hexadecimal, and through percent and JSON escapes and line breaks. Built once; a text in which one may be is read
 * three times, however many secrets there are, and most texts are seen to have none before.
 */
export class SecretSearch {
  readonly #names: readonly string[];
  /** Absent where there are no secrets: a filter is as large as the pieces that it looks through. */
  readonly #sought: { table: SearchTable; filter: SecretFilter } | undefined;

  constructor(secrets: readonly NamedSecret[]) {
    this.#names = secrets.map(({ name }) => name);
    const texts = secrets.flatMap(({ value }, owner) => encodedForms(value).map((text) => ({ text, owner })));
    if (texts.length > 0)
      this.#sought = { table: searchTable(texts), filter: new SecretFilter(texts.map(({ text }) => text)) };
  }

  /** The text with each secret replaced; the same text where there is none. */
  replace(text: string): string {
    const sought = this.#sought;
    if (!sought || text.length < shortestSecret || !sought.filter.mayFind(text)) return text;
    return this.#written(text, this.#scan(sought.table, text).found, text.length);
  }

  /** For a text that comes in pieces: what may be the beginning of a secret is held back until more is known. */
  stream(): SecretStream {
    let held = '';
    return {
      add: (piece) => {
        if (!this.#sought) return piece;
        const text = held + piece;
        const { found, open } = this.#scan(this.#sought.table, text);
        let end = open;
        // What was found and not yet said is not cut in two.
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

  #scan(table: SearchTable, text: string): { found: Found[]; open: number } {
    const scans = [scanPlain(table, text), scanUnbroken(table, text), scanUnescaped(table, text)];
    return {
      found: joined(scans.flatMap(({ found }) => found)),
      open: Math.min(...scans.map(({ open }) => open)),
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
  /** What can be said now. */
  add(piece: string): string;
  /** What was held back. */
  end(): string;
}

/** In order, those that overlap as one. */
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
