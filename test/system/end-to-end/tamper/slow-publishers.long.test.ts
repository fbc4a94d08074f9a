import { advanceTopic, publishStream } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { TcpProxy } from '../../../support/tcp-proxy.ts';
import {
  expectBucketEqualsDatabase,
  freeform,
  getOutbox,
  putCard,
  startQuietHomeForTest,
  storeAt,
  textAt,
  withStore,
} from './bucket-and-database.ts';

function getGate(): { isOpen: Promise<void>; open: () => void } {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open };
}

describe('the publisher', () => {
  test('a slow publisher puts nothing after losing its stream', async () => {
    const { home, ada } = await startQuietHomeForTest();
    await home.startWorker();
    await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: 'slow' });
    await published(home);
    await home.stopWorker();
    const { platform } = home.open;
    const key = 'topics/slow/state.json';
    const puts: string[] = [];
    const [gate, reached] = [getGate(), getGate()];
    let lateMs = 0;
    const slowStore = new Proxy(platform.store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        if (name !== 'put') return member.bind(target);
        return async (put: string, bytes: Uint8Array, options: object) => {
          puts.push(put);
          reached.open();
          await gate.isOpen;
          return target.put(put, bytes, options);
        };
      },
    });
    const slow = { ...platform, store: slowStore, now: () => new Date(Date.now() + lateMs) };
    const said = async (text: string) => {
      await ada.say('slow', text);
      await platform.database.update(tables.tickets).set({ hintedAt: new Date() });
    };
    await said('first');
    // Puts the entry for so long that its lease expires; the state that names the entry would be put next.
    const late = advanceTopic(slow, 'slow');
    await reached.isOpen;
    lateMs = 10_000;
    await platform.database.update(tables.publisherLeases).set({ until: new Date(0) });
    await said('second');
    await advanceTopic(platform, 'slow');
    const newest = await textAt(platform.store, key);
    expect(JSON.parse(newest).ledger.sequence).toBeGreaterThan(puts.length);
    gate.open();
    await late;
    for (const put of puts) expect(put).toContain('/ledger/');
    expect(await textAt(platform.store, key)).toBe(newest);
    expect(await platform.database.$count(tables.outbox)).toBe(0);
    await expectBucketEqualsDatabase(home);
  });

  test('a publisher stalled in a put restores no old version', async () => {
    const { home } = await startQuietHomeForTest();
    const key = 'agents/all/ada.json';
    const { store, database } = home.open.platform;
    const proxy = await TcpProxy.start();
    try {
      proxy.to(Number(new URL(home.settings.platform.store.endpoint).port));
      const stalled = withStore(home, storeAt(home, `http://localhost:${proxy.port}`));
      await putCard(home, 'the second');
      const release = proxy.hold();
      const late = publishStream(stalled, key);
      await eventually(async () => expect(await getOutbox(home, key)).toHaveLength(1));
      // Simulates the end of its lease.
      await database.update(tables.publisherLeases).set({ until: new Date(0) });
      await putCard(home, 'the third');
      await publishStream(home.open.platform, key);
      expect(JSON.parse(await textAt(store, key)).bio).toBe('the third');
      release();
      await late;
      expect(JSON.parse(await textAt(store, key)).bio).toBe('the second');
      await home.startWorker();
      await eventually(async () => expect(JSON.parse(await textAt(store, key)).bio).toBe('the third'));
      await published(home);
      await expectBucketEqualsDatabase(home);
    } finally {
      await proxy.close();
    }
  });
});
