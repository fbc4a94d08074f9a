import { type DecodedRun, decodedRuns } from './decoded-runs.ts';
import { dumpBlocks, openDump } from './dump-blocks.ts';
import { openRun } from './open-run.ts';
import { type Found, scanAll } from './scan-text.ts';
import type { SearchTable } from './search-table.ts';
import type { SecretFilter } from './secret-filter.ts';
import { hasInvisible, stripInvisible } from './stripped-text.ts';

/** Decompresses up to `most` bytes, one character per byte; returns undefined if the input is not compressed. */
export type Unpack = (packed: string, most: number) => string | undefined;

/** Maximum number of bytes unpacked from one text, so that no text makes the search slow. */
const mostUnpacked = 512 * 1024;
const mostUnpackings = 8;

/**
 * Finds secrets in the output formats of common programs: terminal escape sequences, dumps of `hexdump`, `xxd` and `od`, base32,
 * byte lists, UTF-16, and gzip in base64 or hexadecimal. It cannot stop a program that leaks a secret on purpose.
 */
export class HiddenSearch {
  readonly #table: SearchTable;
  readonly #filter: SecretFilter;
  readonly #unpack: Unpack | undefined;

  constructor(table: SearchTable, filter: SecretFilter, unpack?: Unpack) {
    this.#table = table;
    this.#filter = filter;
    this.#unpack = unpack;
  }

  /** Includes places that a search of the plain text finds in part: a dump has the beginning of a secret in its first line. */
  find(text: string): Found[] {
    const found = hasInvisible(text) ? this.#behindInvisible(text) : [];
    const budget = { bytes: mostUnpacked, times: mostUnpackings };
    for (const runs of [decodedRuns(text), dumpBlocks(text)])
      for (const run of runs) found.push(...this.#inRun(run, budget));
    return found;
  }

  /** Returns the start of a part that may continue in the next piece. @param most maximum number of units to look back */
  open(text: string, most: number): number {
    const stripped = hasInvisible(text) ? this.#openBehindInvisible(text) : text.length;
    return Math.min(
      stripped,
      openRun(text, most),
      openDump(text.slice(-most)) + Math.max(0, text.length - most),
    );
  }

  #behindInvisible(text: string): Found[] {
    const { text: shown, places } = stripInvisible(text);
    if (!this.#filter.mayFind(shown)) return [];
    return scanAll(this.#table, shown).found.map(({ start, end, owner }) => ({
      start: places[start] ?? 0,
      end: (places[end - 1] ?? text.length - 1) + 1,
      owner,
    }));
  }

  #openBehindInvisible(text: string): number {
    const { text: shown, places, open } = stripInvisible(text);
    const at = scanAll(this.#table, shown).open;
    return Math.min(open, at < places.length ? (places[at] ?? 0) : text.length);
  }

  #inRun(run: DecodedRun, budget: { bytes: number; times: number }): Found[] {
    const { start, end, decoded, getPart } = run;
    const found = this.#in(decoded);
    if (found.length > 0)
      return found.map(({ owner, ...part }) => ({
        ...(getPart?.(part.start, part.end) ?? { start, end }),
        owner,
      }));
    const owner = this.#inPacked(decoded, budget);
    return owner === undefined ? [] : [{ start, end, owner }];
  }

  #in(decoded: string): Found[] {
    if (this.#filter.mayFind(decoded)) {
      const { found } = scanAll(this.#table, decoded);
      if (found.length > 0) return found;
    }
    if (!decoded.includes('\0')) return [];
    // UTF-16 has a zero byte for each letter.
    const { text, places } = stripInvisible(decoded);
    if (!this.#filter.mayFind(text)) return [];
    return scanAll(this.#table, text).found.map(({ start, end, owner }) => ({
      start: places[start] ?? 0,
      end: (places[end - 1] ?? decoded.length - 1) + 1,
      owner,
    }));
  }

  #inPacked(decoded: string, budget: { bytes: number; times: number }): number | undefined {
    if (!this.#unpack || !decoded.startsWith('\u001f\u008b') || budget.times-- <= 0) return undefined;
    const unpacked = this.#unpack(decoded, budget.bytes);
    if (unpacked === undefined) return undefined;
    budget.bytes -= unpacked.length;
    return this.#in(unpacked)[0]?.owner;
  }
}
