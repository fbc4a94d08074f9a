import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { writeEverywhere } from '../../support/every-prefix.ts';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';

let stack: MinioHome;
beforeAll(async () => {
  stack = await startMinioHome();
});
afterAll(() => stack?.close());

test('a real MinIO reports writes under every prefix', async () => {
  const { home } = stack;
  const { storeEvents } = tables;
  const recorded = (key: string) =>
    home.open.platform.database.select().from(storeEvents).where(eq(storeEvents.objectKey, key));
  const written = await writeEverywhere(home, (_, credential, key, bytes) =>
    stack.createClient(credential).put(key, new Uint8Array(bytes)),
  );
  for (const { key, outcomes } of written) {
    if (outcomes.length === 0) continue;
    await eventually(async () => {
      const rows = await recorded(key);
      expect(rows.length, key).toBeGreaterThan(0);
      for (const row of rows) expect(outcomes, key).toContain(row.outcome);
    });
  }
  for (const { key } of written.filter(({ outcomes }) => outcomes.length === 0))
    expect(await recorded(key), key).toEqual([]);
});
