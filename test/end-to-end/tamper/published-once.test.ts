import { tables } from '@agent-home/database';
import type { ObjectStore } from '@agent-home/object-store';
import { FaultProxy } from '@agent-home/object-store/contract';
import { advanceTopic, publishStream, sweep } from '@agent-home/platform';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { judged, ledgerOf, published } from '../../support/ledger.ts';
import type { RawAgent } from '../../support/raw-agent.ts';
import { idOf, json } from '../../support/raw-agent.ts';
import type { TestHome } from '../../support/start-home.ts';
import {
  expectBucketEqualsDatabase,
  freeform,
  outboxOf,
  putCard,
  startQuietHome,
  storeAt,
  textAt,
  withStore,
} from './bucket-and-database.ts';

describe('the publisher', () => {
  let home: TestHome;

  afterEach(() => home.close());

  async function quietHome(): Promise<RawAgent> {
    const quiet = await startQuietHome();
    home = quiet.home;
    return quiet.ada;
  }

  test('a ledger entry lies in the bucket before the state that names it', async () => {
    const ada = await quietHome();
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
      for (const { key } of credential.keys) await oss.put(key, json(ada.message('open', idOf(key), key)));
      await home.open.platform.database.update(tables.tickets).set({ hintedAt: new Date() });
      await Promise.all([advanceTopic(looker, 'open'), advanceTopic(looker, 'open'), sweep(looker)]);
    }
    await eventually(async () => {
      await publishStream(looker, 'topic/open');
      expect(await home.open.platform.database.$count(tables.outbox)).toBe(0);
    });
    expect(await ledgerOf(home, 'open')).toHaveLength(13);
    expect(puts).toBeGreaterThan(13);
    expect(JSON.parse(await textAt(store, 'topics/open/state.json')).ledger.sequence).toBe(13);
  });

  test('a version is signed once, whatever becomes of the put', async () => {
    const ada = await quietHome();
    const proxy = await FaultProxy.start(home.settings.platform.store.endpoint);
    try {
      const direct = home.open.platform.store;
      const shaky = storeAt(home, proxy.endpoint);
      const contents = new Map<string, Set<string>>();
      const remember = (key: string, text: string) => {
        const name = `${key} ${JSON.parse(text).cert.version}`;
        contents.set(name, (contents.get(name) ?? new Set()).add(text));
      };
      const put = shaky.put.bind(shaky);
      shaky.put = (key, bytes, options) => {
        remember(key, Buffer.from(bytes).toString());
        return put(key, bytes, options);
      };
      const platform = withStore(home, shaky);
      const key = 'agents/all/ada.json';
      for (const fault of ['lose-answer', 'reset', 'truncate', 'unavailable', 'crash'] as const) {
        await putCard(home, fault);
        await ada.call('GET', '/v1/me');
        if (fault === 'unavailable')
          proxy.next({ kind: 'answer', status: 503 }, { kind: 'answer', status: 503 });
        else if (fault === 'crash') proxy.next({ kind: 'reset' }, { kind: 'reset' });
        else proxy.next({ kind: fault }, { kind: 'reset' });
        await publishStream(platform, key).catch(() => undefined);
        for (const row of await outboxOf(home, key)) remember(key, row.signedText ?? '');
        if (fault === 'crash') {
          // The process that signed is gone; another worker takes what it left.
          await home.startWorker();
          await published(home);
          await home.stopWorker();
        } else {
          await eventually(async () => {
            await publishStream(platform, key);
            expect(await home.open.platform.database.$count(tables.outbox)).toBe(0);
          });
        }
        remember(key, await textAt(direct, key));
        expect(JSON.parse(await textAt(direct, key)).bio).toBe(fault);
      }
      expect(contents.size).toBe(5);
      for (const [name, texts] of contents) expect(texts.size, name).toBe(1);
      await expectBucketEqualsDatabase(home);
    } finally {
      await proxy.close();
    }
  });

  test('after an outcome nobody knows the publisher reads back instead of putting again', async () => {
    await quietHome();
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

  test('what was committed while no worker ran is published by the next', async () => {
    const ada = await quietHome();
    await putCard(home, 'nobody saw it yet');
    await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: 'later' });
    expect(await home.open.platform.database.$count(tables.outbox)).toBeGreaterThan(2);
    await home.startWorker();
    await published(home);
    await expectBucketEqualsDatabase(home);
    await judged(home, 'later', await ada.say('later', 'there it is'));
  });
});
