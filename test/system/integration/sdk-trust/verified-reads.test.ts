import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAliyunObjectStore, type ObjectStore } from '@agent-home/object-store';
import { tables } from '@agent-home/platform/database';
import { objectKey, signerOf } from '@agent-home/protocol';
import type { OpenStore, VerificationFailure } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { noCache as cache, cardKey, TrustHome } from './trust-home.ts';

let here: TrustHome;
let second: Uint8Array;
const key = cardKey('bo');

beforeAll(async () => {
  here = await TrustHome.start('bo', 'cy');
  const topic = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };
  await here.working(() => here.home.admin('POST', '/v1/admin/topics', topic));
  second = await here.updateCard('bo', 'Second version');
});
afterAll(() => here?.home.close());

const changed = (bytes: Uint8Array) =>
  new TextEncoder().encode(new TextDecoder().decode(bytes).replace('Tester', 'Doctor'));

describe('a verified read', () => {
  test('refuses a changed object, notifies the caller and reports once', async () => {
    await here.put(key, changed(second));
    const failures: VerificationFailure[] = [];
    const agent = await here.reader('nora', {
      cache,
      onVerificationFailure: (failure) => failures.push(failure),
    });
    for (let time = 0; time < 3; time++) {
      const read = agent.card('bo');
      await expect(read).rejects.toMatchObject({ name: 'VerificationError', code: 'bad_signature' });
    }
    expect(failures).toHaveLength(3);
    expect(failures[0]).toMatchObject({ objectKey: key, code: 'bad_signature', version: 2 });
    await agent.close();
    const recorded = await here.home.open.platform.database.select().from(tables.verificationFailures);
    const expected = { agentId: 'nora', objectKey: key, code: 'bad_signature', count: 1 };
    expect(recorded).toMatchObject([expected]);
  });

  test('continues when the callback throws and the report cannot be sent', async () => {
    const beside = await here.home.startSecondApi();
    const agent = await here.reader('olaf', {
      url: beside.url,
      cache,
      onVerificationFailure: () => {
        throw new Error('error of the caller');
      },
    });
    await agent.card('cy');
    // Reports cannot be delivered from now on.
    await beside.close();
    await here.put(key, await here.certifiedCard('bo', 3, signerOf(randomBytes(32))));
    await expect(agent.card('bo')).rejects.toMatchObject({ code: 'unknown_key' });
    await agent.close();
  });

  test('refuses versions older than seen, after restarts too', async () => {
    const stateDirectory = await mkdtemp(join(tmpdir(), 'sdk-seen-'));
    onTestFinished(() => rm(stateDirectory, { recursive: true, force: true }));
    // The home itself has not counted this version, so the refusal comes from the trust memory alone.
    await here.put(key, await here.certifiedCard('bo', 3));
    const before = await here.reader('pia', { stateDirectory, cache });
    expect((await before.card('bo')).cardVersion).toBe(3);
    await here.put(key, second);
    await expect(before.card('bo')).rejects.toMatchObject({ code: 'rollback' });
    await before.close();
    const after = await here.reader('pia', { stateDirectory, cache });
    await expect(after.card('bo')).rejects.toMatchObject({ code: 'rollback' });
    await here.put(key, await here.certifiedCard('bo', 4));
    expect((await after.card('bo')).cardVersion).toBe(4);
    await here.put(key, second);
    const forgetful = await here.reader('pia', { cache });
    expect((await forgetful.card('bo')).cardVersion).toBe(2);
  });

  test('refuses a first copy older than the credential names', async () => {
    const stateKey = objectKey('topic_state', { topic_id: 'open' });
    const before = await here.bytesAt(stateKey);
    await here.working(async () => {
      const speaker = await here.reader('sven');
      await (await speaker.enterTopic('open')).say('Something new');
    });
    const now = await here.bytesAt(stateKey);
    await here.put(stateKey, before);
    const agent = await here.reader('quin', { cache });
    const topic = await agent.enterTopic('open');
    await expect(topic.state()).rejects.toMatchObject({ code: 'rollback', objectKey: stateKey });
    await here.put(stateKey, now);
    expect((await topic.state()).state).toMatchObject({ message_count: 1 });
  });

  test('does not take a read that a newer one overtook for a rollback', async () => {
    await here.put(key, second);
    const held = holdAnswers(key);
    const agent = await here.reader('rosa', { cache, openStore: held.openStore });
    await agent.card('cy');
    const old = agent.card('bo');
    await eventually(() => expect(held.waiting()).toBe(1));
    // The third version is published and read while the response with the second is delayed.
    await here.put(key, await here.certifiedCard('bo', 3));
    held.release();
    expect((await old).cardVersion).toBe(2);
    expect((await agent.card('bo')).cardVersion).toBe(3);
    await here.put(key, second);
    await expect(agent.card('bo')).rejects.toMatchObject({ code: 'rollback' });
  });
});

/** Wraps the real store, whose first response about a key is held back until it is released. */
function holdAnswers(heldKey: string) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  const openStore: OpenStore = ({ endpoint, region, bucket, path_style: pathStyle }, credentials) => {
    const store = createAliyunObjectStore({
      endpoint,
      region,
      bucket,
      credentials,
      pathStyle: pathStyle ?? false,
    });
    const get: ObjectStore['get'] = async (key, limits) => {
      const answer = await store.get(key, limits);
      if (key === heldKey && waiting === 0) {
        waiting += 1;
        await gate;
      }
      return answer;
    };
    return { ...store, get };
  };
  return { openStore, release: () => release(), waiting: () => waiting };
}
