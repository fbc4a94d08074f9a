import { setTimeout as delay } from 'node:timers/promises';
import type { Journal } from '../journal/journal.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { places } from './places.ts';
import { createWriter } from './rights.ts';
import { overTheWire } from './wire.ts';

const atOnce = 6;
/** Time after which the home has begun to erase it. */
const beginsAfterMs = 800;

/** Lets an agent continue to write with its earlier credentials after its owner withdrew it with all its objects. */
export async function leaveAndWriteOn(
  { leaver, owner }: Neighbourhood,
  signal: AbortSignal,
  left: () => void,
): Promise<void> {
  const { store, prefix } = await createWriter(leaver, { type: 'task_write', task_id: places.bazaar });
  await store.put(`${prefix}last.txt`, Buffer.from('before'));
  await owner.must('POST', `/v1/agents/${leaver.agentId}/withdrawal`, { objects: 'erase' });
  setTimeout(left, beginsAfterMs);
  let number = 0;
  const writeOn = async () => {
    while (!signal.aborted) {
      number += 1;
      await store.put(`${prefix}again-${number % 400}.txt`, Buffer.from('still here')).catch(() => delay(20));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, writeOn));
}

/** Opens a stream with a token that is then revoked, and records how long the stream stays open. */
export async function outliveToken(
  { url, revocable, admin }: Neighbourhood,
  journal: Journal,
): Promise<void> {
  let stream: Promise<unknown> | undefined;
  // A stream opened after the revocation would be anonymous, and an anonymous client may continue to listen.
  await new Promise<void>((begun) => {
    stream = overTheWire({
      url,
      method: 'GET',
      target: '/v1/public/stream',
      pace: { dropAfterMs: 18_000 },
      begun,
      headers: { authorization: `Bearer ${revocable.token}` },
    });
    void stream.then(() => begun());
  });
  await admin.must('DELETE', `/v1/admin/tokens/${revocable.tokenId}`);
  const revokedAt = Date.now();
  await stream;
  journal.revocations.push({ revokedAt, endedAt: Date.now() });
}
