import { tables } from '@agent-home/database';
import { createAliyunObjectStore, type ObjectStore } from '@agent-home/object-store';
import { FaultProxy } from '@agent-home/object-store/contract';
import { advanceTopic, type PublishingPlatform, publishStream, sweep } from '@agent-home/platform';
import OSS from 'ali-oss';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { every } from '../support/every.ts';
import { putSymlink } from '../support/hostile-writes.ts';
import { judged, ledgerOf, published } from '../support/ledger.ts';
import { idOf, json, RawAgent } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

const freeform = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };
const card = (bio: string) => ({
  name: 'Ada',
  bio,
  personality: { extrovert: 0, curious: 0, creative: 0, stable: 0 },
});

async function textAt(store: ObjectStore, key: string): Promise<string> {
  const { bytes } = await store.get(key, { maxBytes: 1_000_000, timeoutMs: 5_000 });
  return Buffer.from(bytes).toString();
}

async function putCard(home: TestHome, bio: string): Promise<void> {
  await home.admin('PUT', '/v1/agents/ada/card', card(bio));
}

/** The platform as it is, but with another way to the store. */
function withStore(home: TestHome, store: ObjectStore): PublishingPlatform {
  return { ...home.open.platform, store };
}

function storeAt(home: TestHome, endpoint: string): ObjectStore {
  return createAliyunObjectStore({
    ...home.settings.store.place,
    endpoint,
    credentials: home.settings.platformKey,
    requestTimeoutMs: 1_000,
    retry: { attempts: 1 },
  });
}

function gateOf(): { isOpen: Promise<void>; open: () => void } {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open };
}

/** What the database says is in the bucket, and what is there. */
async function expectBucketEqualsDatabase(home: TestHome): Promise<void> {
  const rows = await home.open.platform.database.select().from(tables.publishedObjects);
  await every(rows.length, 8, async (index) => {
    const row = rows[index];
    if (!row) return;
    expect(row.confirmedVersion, row.objectKey).toBe(row.version);
    expect(await textAt(home.open.platform.store, row.objectKey), row.objectKey).toBe(row.confirmedText);
  });
}

describe('somebody with the platform’s own key', () => {
  let home: TestHome;
  let ada: RawAgent;
  let admin: OSS;
  beforeAll(async () => {
    home = await startHome();
    ada = await RawAgent.admitted(home, 'ada');
    await home.admin('POST', '/v1/admin/topics', freeform);
    await published(home);
    await judged(home, 'open', await ada.say('open', 'hello'));
    await published(home);
    const { endpoint, region, bucket } = home.settings.platform.store;
    const { accessKeyId, accessKeySecret } = home.settings.platformKey;
    const options = {
      endpoint,
      region,
      bucket,
      accessKeyId,
      accessKeySecret,
      authorizationV4: true,
      sldEnable: true,
    };
    admin = new OSS(options as OSS.Options);
  });
  afterAll(() => home.close());

  const keys = [
    'topics/open/state.json',
    'topics/open/manifest.json',
    'topics/open/ledger/0000000002.json',
    'agents/all/ada.json',
    'platform/keys.json',
    'platform/policy.json',
  ];

  const restored = async (tamper: (key: string, original: string) => Promise<unknown>) => {
    const { store, metrics } = home.open.platform;
    const originals = new Map<string, string>();
    for (const key of keys) originals.set(key, await textAt(store, key));
    const before = (await metrics.platformObjectsRestored.get()).values[0]?.value ?? 0;
    for (const [key, original] of originals) await tamper(key, original);
    await eventually(async () => {
      for (const [key, original] of originals) expect(await textAt(store, key), key).toBe(original);
    });
    await eventually(async () => {
      const after = (await metrics.platformObjectsRestored.get()).values[0]?.value;
      expect(after).toBe(before + keys.length);
    });
  };

  test('a platform object that was changed or deleted is put back', async () => {
    await restored((key, original) => admin.put(key, Buffer.from(original.replace('"', ' "'))));
    await restored((key) => admin.delete(key));
  });

  test('a platform object that became a symlink to a true copy is put back as itself', async () => {
    await restored(async (key, original) => {
      await admin.put(`copies/${key}`, Buffer.from(original));
      await putSymlink(admin, key, `copies/${key}`);
    });
  });

  test('a platform object that was changed while another was published is put back too', async () => {
    const { store } = home.open.platform;
    const state = 'topics/open/state.json';
    await ada.say('open', 'while it happens');
    await admin.put(state, Buffer.from('{}'));
    await eventually(async () => {
      const { publishedObjects } = tables;
      const [row] = await home.open.platform.database
        .select()
        .from(publishedObjects)
        .where(eq(publishedObjects.objectKey, state));
      expect(row?.confirmedVersion).toBe(3);
      expect(await textAt(store, state)).toBe(row?.confirmedText);
    });
  });
});

describe('the publisher', () => {
  let home: TestHome;
  afterEach(() => home.close());

  /** Ada is in, a topic is open and published; nobody judges or publishes unless the test does. */
  async function quietHome(): Promise<RawAgent> {
    home = await startHome({ events: false });
    const ada = await RawAgent.admitted(home, 'ada');
    await home.admin('POST', '/v1/admin/topics', freeform);
    await published(home);
    await home.stopWorker();
    return ada;
  }

  const outboxOf = (key: string) => {
    const { outbox } = tables;
    const signed = and(eq(outbox.objectKey, key), isNotNull(outbox.signedText));
    return home.open.platform.database.select().from(outbox).where(signed);
  };

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
        for (const row of await outboxOf(key)) remember(key, row.signedText ?? '');
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

  test('a publisher that was slow puts nothing more once another has its stream', async () => {
    const ada = await quietHome();
    await home.startWorker();
    await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: 'slow' });
    await published(home);
    await home.stopWorker();
    const { platform } = home.open;
    const key = 'topics/slow/state.json';
    const puts: string[] = [];
    const [gate, reached] = [gateOf(), gateOf()];
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
    // It puts the entry for so long that its lease runs out; the state that names the entry would come next.
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

  test('a publisher that stalls in the middle of a put does not bring back an old version', async () => {
    await quietHome();
    const key = 'agents/all/ada.json';
    const { store, database } = home.open.platform;
    const proxy = await TcpProxy.start();
    try {
      proxy.to(Number(new URL(home.settings.platform.store.endpoint).port));
      const stalled = withStore(home, storeAt(home, `http://localhost:${proxy.port}`));
      await putCard(home, 'the second');
      const release = proxy.hold();
      const late = publishStream(stalled, key);
      await eventually(async () => expect(await outboxOf(key)).toHaveLength(1));
      // Long enough for its lease to run out.
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
