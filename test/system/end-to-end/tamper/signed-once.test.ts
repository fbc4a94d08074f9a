import { FaultProxy } from '@agent-home/object-store/contract';
import { publishStream } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import {
  expectBucketEqualsDatabase,
  getOutbox,
  putCard,
  startQuietHomeForTest,
  storeAt,
  textAt,
  withStore,
} from './bucket-and-database.ts';

describe('the publisher', () => {
  test('a version is signed once even if its put fails', async () => {
    const { home, ada } = await startQuietHomeForTest();
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
        for (const row of await getOutbox(home, key)) remember(key, row.signedText ?? '');
        if (fault === 'crash') {
          // The signing process is gone; another worker publishes its pending objects.
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
});
