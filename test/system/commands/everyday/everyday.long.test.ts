import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countSteps } from './count-steps.ts';
import { openPlace } from './open-place.ts';
import { performRow } from './perform-row.ts';
import type { Row, StepHere } from './row-schema.ts';
import { rows } from './rows/rows.ts';

/** Steps that were performed in a terminal, by row. */
const performed = new Map<string, readonly StepHere[]>();

const places = ['empty', 'terminal', 'team', 'library', 'graphs'] as const;
const rowsOf = (place: Row['place']) => rows.filter((row) => row.place === place && row.here.length > 0);

describe('thirty tasks of a week', () => {
  test.each(places)(
    'everyday tasks work in a terminal: %s',
    async (name) => {
      const place = await openPlace(name);
      for (const row of rowsOf(name)) {
        performed.set(row.id, await performRow(place, row));
        for (const [file, text] of Object.entries(row.leaves ?? {}))
          expect([row.id, file, await readFile(join(place.folder, file), 'utf8')]).toEqual([
            row.id,
            file,
            expect.stringContaining(text),
          ]);
      }
      await place.check?.();
    },
    120_000,
  );

  test('everyday tasks take as many steps as elsewhere, or fewer', () => {
    expect(rows).toHaveLength(30);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(30);
    expect(rows.filter(({ id }) => !performed.has(id)).map(({ id }) => id)).toEqual([]);
    const more = rows.filter(({ id, there }) => {
      const here = performed.get(id);
      return here === undefined || countSteps(here) > countSteps(there);
    });
    expect(rows.length - more.length).toBeGreaterThanOrEqual(25);
  });
});
