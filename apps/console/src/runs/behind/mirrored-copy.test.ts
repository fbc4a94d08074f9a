import type { MirroredRecords } from '@agent-home/http-contract';
import { expect, test } from 'vitest';
import { sealRun } from '../../../../../test/support/sealed-run.ts';
import { largestFileBytes, verifyFile } from './disclosed-file.ts';
import { verifyCopy } from './mirrored-copy.ts';

const run = sealRun({ runId: 'run_copied', agentId: 'ada' });
const seq = 6;
const message = { agentId: 'ada', runId: 'run_copied', seq, head: run[seq]?.head.hash ?? '' };

/** Returns a part of the home's copy, two records at a time. */
function partOf(from: number, isErased = false): MirroredRecords {
  const records = run.slice(from, from + 2).map(({ line, head }, index) => ({
    seq: from + index,
    sha256: head.hash,
    ...(isErased ? {} : { text: line }),
  }));
  const next = from + 2 < run.length ? { next_seq: from + 2 } : {};
  return { run_id: 'run_copied', agent_id: 'ada', records, values: [], total: run.length, ...next };
}

test('a copy is read up to the committed record alone', async () => {
  const read: number[] = [];
  const verified = await verifyCopy(message, async (from) => {
    read.push(from);
    return partOf(from);
  });
  expect(verified).not.toHaveProperty('refusal');
  expect(read).toEqual([0, 2, 4, 6]);
});

test('a home cannot make a copy endless or prove erased texts', async () => {
  const repeating = await verifyCopy(message, async () => ({ ...partOf(0), next_seq: 0 }));
  const swapped = await verifyCopy(message, async (from) => ({
    ...partOf(from === 2 ? 4 : from),
    next_seq: from + 2,
  }));
  const erased = await verifyCopy(message, async (from) => partOf(from, true));
  expect([repeating, swapped, erased]).toMatchObject([
    { refusal: { code: 'log_too_short' } },
    { refusal: { code: 'wrong_sequence' } },
    { refusal: { code: 'texts_erased' } },
  ]);
});

test('a file above its limit or without text is not parsed', async () => {
  const large = new Blob([new Uint8Array(largestFileBytes + 1)]);
  expect(await verifyFile(large, message)).toMatchObject({ refusal: { code: 'file_too_large' } });
  const binary = new Blob([new Uint8Array([0xff, 0xfe])]);
  expect(await verifyFile(binary, message)).toMatchObject({ refusal: { code: 'file_unreadable' } });
});
