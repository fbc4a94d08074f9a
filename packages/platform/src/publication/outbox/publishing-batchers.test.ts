import { describe, expect, test } from 'vitest';
import type { Confirmation } from './confirm-puts.ts';
import { keysApart } from './publishing-batchers.ts';

function confirmation(...puts: [key: string, version: number][]): Confirmation {
  const confirmed = puts.map(([objectKey, version]) => ({
    row: {
      id: version,
      objectKey,
      version,
      body: '{}',
      expiresInSeconds: null,
      signedText: '{}',
      afterKey: null,
    },
    text: '{}',
    etag: `${objectKey} ${version}`,
  }));
  return { confirmed, superseded: [] };
}

describe('batched confirmations', () => {
  test('has each key once, and keeps their order where two confirm the same', () => {
    const [late, early, other] = [
      confirmation(['a', 1], ['b', 1]),
      confirmation(['b', 2]),
      confirmation(['c', 1]),
    ];
    expect(keysApart([late, early, other])).toEqual([[late, other], [early]]);
  });

  test('is one statement where no key is twice', () => {
    const all = [confirmation(['a', 1]), confirmation(['b', 1]), confirmation(['c', 1])];
    expect(keysApart(all)).toEqual([all]);
  });
});
