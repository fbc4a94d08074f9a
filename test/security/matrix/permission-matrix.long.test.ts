import { modes } from '@agent-home/modes';
import { type ObjectKind, objectKeyTable, parseObjectKey } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { Cell } from './dimensions.ts';
import { type Answers, SituationEvaluator } from './evaluator/evaluate-cell.ts';
import { expectCell } from './expected/expect-cell.ts';
import { fillIn } from './fill-in.ts';
import { collectCells, countLeftOut, situations } from './generate-cells.ts';
import { objectClass, objectNames } from './object-classes.ts';
import { scenes } from './scenes/scenes.ts';

const containerKinds = ['topic', 'circle', 'task', 'registry', 'prompt_bundle', 'platform'] as const;
const wordsInKeys = 'me other topic circle task now past next request join waiting'.split(' ');

interface Difference {
  cell: Cell;
  expected: string;
  why: string;
  answered: string;
}

const word = (allowed: boolean) => (allowed ? 'allowed' : 'refused');

describe('the permission matrix', () => {
  it('the evaluator answers every cell as the table says', { timeout: 120_000 }, () => {
    const answers: Answers = new Map();
    const differences: Difference[] = [];
    const count = { situations: 0, cells: 0, allowed: 0 };
    for (const situation of situations()) {
      const evaluator = new SituationEvaluator(situation, answers);
      count.situations += 1;
      for (const cell of collectCells(situation)) {
        const { answer, refusedBy, why } = expectCell(cell);
        const byPolicy = answer === 'allowed' || refusedBy === 'proxy';
        const allows = evaluator.allows(cell);
        count.cells += 1;
        if (allows) count.allowed += 1;
        if (allows !== byPolicy && differences.length < 20)
          differences.push({ cell, expected: word(byPolicy), why, answered: word(allows) });
      }
    }
    console.log(
      `evaluator: ${count.cells} cells in ${count.situations} situations, ${count.allowed} allowed`,
    );
    expect(differences, JSON.stringify(differences, null, 2)).toEqual([]);
    expect(count.cells).toBeGreaterThan(50_000);
    expect(count.allowed).toBeGreaterThan(count.cells / 100);
  });

  it('every mode and kind of object is in the matrix', () => {
    const placed = new Set(scenes.map(({ mode }) => mode));
    expect(modes.map(({ name }) => name).filter((name) => !placed.has(name))).toEqual([]);
    const names = {
      ...Object.fromEntries(wordsInKeys.map((word) => [word, 'x1'])),
      shard: 'a',
      other_shard: 'b',
    };
    const kinds = new Set(
      containerKinds.flatMap((kind) =>
        objectNames(kind).map((name) => parseObjectKey(fillIn(objectClass(kind, name).key, names))?.kind),
      ),
    );
    expect(Object.keys(objectKeyTable).filter((kind) => !kinds.has(kind as ObjectKind))).toEqual([]);
  });

  it('every rule that leaves combinations out does so', () => {
    for (const { reason, situations: number } of countLeftOut()) expect(number, reason).toBeGreaterThan(0);
  });
});
