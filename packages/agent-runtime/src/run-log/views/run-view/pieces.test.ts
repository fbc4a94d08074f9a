import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Piece, takePiece } from './pieces.ts';

const items = fc.array(fc.string({ maxLength: 60 }), { maxLength: 40 });
const limits = fc.record({ items: fc.integer({ min: 1, max: 9 }), length: fc.integer({ min: 1, max: 200 }) });

test('pieces have each item once, in order and within their limits', () => {
  fc.assert(
    fc.property(items, limits, (all, most) => {
      const read: string[] = [];
      for (let from: number | undefined = 0; from !== undefined; ) {
        const piece: Piece<string> = takePiece(all, from, most);
        expect(piece.total).toBe(all.length);
        expect(piece.items.length).toBeLessThanOrEqual(most.items);
        const length = piece.items.reduce((sum, item) => sum + JSON.stringify(item).length, 0);
        if (piece.items.length > 1) expect(length).toBeLessThanOrEqual(most.length);
        read.push(...piece.items);
        from = piece.next;
      }
      expect(read).toEqual(all);
    }),
  );
});

test('an index behind the end gives an empty last piece', () => {
  expect(takePiece(['a'], 5, { items: 2, length: 100 })).toEqual({ items: [], total: 1 });
});
