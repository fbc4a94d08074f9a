import { readdirSync, readFileSync } from 'node:fs';
import { feedPayloads } from '@agent-home/http-contract';
import { describe, expect, it } from 'vitest';
import type { FeedEntry } from '../../../packages/platform/src/publication/feed/append-feed.ts';
import { lists, listsFolder, wantedLists } from './list-files.ts';

/** Types that the platform appends, each once: a type that only one of the two lists has is a compile error. */
const appended: Record<FeedEntry['eventType'], true> = Object.fromEntries(
  Object.keys(feedPayloads).map((type) => [type, true]),
) as Record<keyof typeof feedPayloads, true>;

describe('the closed lists of the protocol', () => {
  it('the lists in the documents are those of the code', () => {
    expect(readdirSync(listsFolder).sort()).toEqual([...wantedLists.keys()].sort());
    for (const [name, text] of wantedLists)
      expect(readFileSync(new URL(name, listsFolder), 'utf8') === text, name).toBe(true);
  });

  it('every entry of a list says what it is', () => {
    for (const { name, rows, columns } of lists) {
      expect(rows.length, name).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row.length).toBe(columns.length);
        expect(
          row.slice(0, 2).every((cell) => cell !== ''),
          `${name} ${row[0]}`,
        ).toBe(true);
      }
      expect(new Set(rows.map((row) => row.slice(0, 2).join())).size, name).toBe(rows.length);
    }
  });

  it('every appended type of feed event has a payload schema', () => {
    const types = lists.find(({ name }) => name === 'feed-events')?.rows.map(([type]) => type);
    expect(types).toEqual(Object.keys(appended).map((type) => `\`${type}\``));
  });
});
