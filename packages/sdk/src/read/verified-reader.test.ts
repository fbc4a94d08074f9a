import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@agent-home/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { signer } from '../testing/certified-home.ts';
import { smallHome } from '../testing/small-home.ts';
import { until } from '../testing/until.ts';
import type { VerificationFailure } from './failure-reporter.ts';

const key = 'agents/all/bo.json';
/** No card is ever answered from the cache. */
const cache = { freshSeconds: 0, staleSeconds: 0 };

function flipped(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(new TextDecoder().decode(bytes).replace('bo 1', 'by 1'));
}

describe('a verified read', () => {
  test('refuses a changed object, tells the caller and reports it once', async () => {
    const { bucket, certified, connect, api } = await smallHome();
    bucket.objects.set(key, flipped(certified.card('bo', 1)));
    const failures: VerificationFailure[] = [];
    const home = await connect({ cache, onVerificationFailure: (failure) => failures.push(failure) });
    for (let time = 0; time < 3; time++) {
      await expect(home.card('bo')).rejects.toMatchObject({
        name: 'VerificationError',
        code: 'bad_signature',
      });
    }
    expect(failures).toHaveLength(3);
    expect(failures[0]).toMatchObject({ objectKey: key, code: 'bad_signature', version: 1 });
    await home.close();
    const reports = api.to('/v1/verification-failures').map((one) => JSON.parse(one.body));
    expect(reports).toEqual([
      { failures: [expect.objectContaining({ object_key: key, code: 'bad_signature', version: 1 })] },
    ]);
  });

  test('goes on when the callback throws and the report cannot be sent', async () => {
    const { bucket, certified, connect } = await smallHome((received) =>
      received.path === '/v1/verification-failures' ? { status: 404 } : undefined,
    );
    bucket.objects.set(key, certified.card('bo', 1, signer(20)));
    const home = await connect({
      onVerificationFailure: () => {
        throw new Error('of the caller');
      },
    });
    await expect(home.card('bo')).rejects.toMatchObject({ code: 'unknown_key' });
    await home.close();
  });

  test('refuses what is older than was seen, also after a restart', async () => {
    const stateDirectory = await mkdtemp(join(tmpdir(), 'sdk-seen-'));
    onTestFinished(() => rm(stateDirectory, { recursive: true, force: true }));
    const { bucket, certified, connect } = await smallHome();
    bucket.objects.set(key, certified.card('bo', 2));
    const before = await connect({ stateDirectory, cache });
    await before.card('bo');
    bucket.objects.set(key, certified.card('bo', 1));
    await expect(before.card('bo')).rejects.toMatchObject({ code: 'rollback' });
    await before.close();
    const after = await connect({ stateDirectory, cache });
    await expect(after.card('bo')).rejects.toMatchObject({ code: 'rollback' });
    bucket.objects.set(key, certified.card('bo', 3));
    expect((await after.card('bo')).cardVersion).toBe(3);
    const forgetful = await connect({ cache });
    bucket.objects.set(key, certified.card('bo', 1));
    expect((await forgetful.card('bo')).cardVersion).toBe(1);
  });

  test('refuses an older copy than the credential answer named, on first sight', async () => {
    const { bucket, certified, connect, heads } = await smallHome();
    heads[key] = { version: 2, sha256: sha256Hex(certified.card('bo', 2)) };
    bucket.objects.set(key, certified.card('bo', 1));
    const home = await connect({ cache });
    await expect(home.card('bo')).rejects.toMatchObject({ code: 'rollback' });
    bucket.objects.set(key, certified.card('bo', 2, signer(20)));
    await expect(home.card('bo')).rejects.toMatchObject({ code: 'unknown_key' });
    bucket.objects.set(key, certified.card('bo', 2));
    expect((await home.card('bo')).cardVersion).toBe(2);
  });

  test('does not take a read that a newer one overtook for a rollback', async () => {
    const { bucket, certified, connect } = await smallHome();
    const home = await connect({ cache });
    bucket.objects.set('agents/all/cy.json', certified.card('cy', 1));
    await home.card('cy');
    const read = (version: number) => {
      bucket.objects.set(key, certified.card('bo', version));
      return home.card('bo');
    };
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    bucket.beforeAnswer = (asked) => (asked === key ? held : undefined);
    const old = read(1);
    await until(() => bucket.gets.includes(key)).toBe(true);
    bucket.beforeAnswer = () => {};
    const other = await connect({ cache });
    bucket.objects.set(key, certified.card('bo', 2));
    await other.card('bo');
    release();
    expect((await old).cardVersion).toBe(1);
    expect((await home.card('bo')).cardVersion).toBe(2);
    bucket.objects.set(key, certified.card('bo', 1));
    await expect(home.card('bo')).rejects.toMatchObject({ code: 'rollback' });
  });
});
