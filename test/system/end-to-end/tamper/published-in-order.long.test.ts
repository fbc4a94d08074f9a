import type { ObjectStore } from '@agent-home/object-store';
import { FaultProxy } from '@agent-home/object-store/contract';
import { advanceTopic, publishStream, sweep } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { getLedger, judged, published } from '../../../support/ledger.ts';
import { getId, json } from '../../../support/raw-agent.ts';
import {
  expectBucketEqualsDatabase,
  freeform,
  putCard,
  startQuietHomeForTest,
  storeAt,
  textAt,
  withStore,
} from './bucket-and-database.ts';

describe('the publisher', () => {
  test('a ledger entry arrives in the bucket before its state', async () => {
    const { home, ada } = await startQuietHomeForTest();
    const { store } = home.open.platform;
    let puts = 0;
    const looking: ObjectStore = Object.assign(Object.create(store), {
      async put(...request: Parameters<ObjectStore['put']>) {
        const answer = await store.put(...request);
        puts++;
        const state = JSON.parse(await textAt(store, 'topics/open/state.json'));
        for (let sequence = 1; sequence <= state.ledger.sequence; sequence++) {
          await store.head(`topics/open/ledger/${String(sequence).padStart(10, '0')}.json`);
        }
        return answer;
      },
    });
    for (const name of ['get', 'head', 'list'] as const) {
      Object.assign(looking, { [name]: store[name].bind(store) });
    }
    const looker = withStore(home, looking);
    for (let round = 0; round < 3; round++) {
      const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: 'open' });
      for (const { key } of credential.keys) await oss.put(key, json(ada.message('open', getId(key), key)));
      await home.open.platform.database.update(tables.tickets).set({ hintedAt: new Date() });
      await Promise.all([advanceTopic(looker, 'open'), advanceTopic(looker, 'open'), sweep(looker)]);
    }
    await eventually(async () => {
      await publishStream(looker, 'topic/open');
      expect(await home.open.platform.database.$count(tables.outbox)).toBe(0);
    });
    expect(await getLedger(home, 'open')).toHaveLength(13);
    expect(puts).toBeGreaterThan(13);
    expect(JSON.parse(await textAt(store, 'topics/open/state.json')).ledger.sequence).toBe(13);
  });

  test('after an unknown outcome the publisher reads back first', async () => {
    const { home } = await startQuietHomeForTest();
    const proxy = await FaultProxy.start(home.settings.platform.store.endpoint);
    try {
      await putCard(home, 'put once');
      proxy.next({ kind: 'lose-answer' });
      await publishStream(withStore(home, storeAt(home, proxy.endpoint)), 'agents/all/ada.json');
      const puts = home.storeRequests.filter(
        ({ operation, key }) => operation === 'PutObject' && key === 'agents/all/ada.json',
      );
      expect(puts).toHaveLength(2);
      await expectBucketEqualsDatabase(home);
    } finally {
      await proxy.close();
    }
  });

  test('the next worker publishes commits made without a worker', async () => {
    const { home, ada } = await startQuietHomeForTest();
    await putCard(home, 'nobody saw it yet');
    await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: 'later' });
    expect(await home.open.platform.database.$count(tables.outbox)).toBeGreaterThan(2);
    await home.startWorker();
    await published(home);
    await expectBucketEqualsDatabase(home);
    await judged(home, 'later', await ada.say('later', 'there it is'));
  });
});
