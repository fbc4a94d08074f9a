import { tables } from '@agent-home/platform/database';
import OSS from 'ali-oss';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { putSymlink } from '../../../support/hostile-writes.ts';
import { judged, published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { freeform, textAt } from './bucket-and-database.ts';

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

  test('a changed or deleted platform object is put back', async () => {
    await restored((key, original) => admin.put(key, Buffer.from(original.replace('"', ' "'))));
    await restored((key) => admin.delete(key));
  });

  test('a platform object turned into a symlink is put back', async () => {
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
