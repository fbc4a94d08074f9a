import { createNonceRegister } from '@agent-home/platform';
import { connectDatabase } from '@agent-home/platform/database';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../support/fresh-database.ts';

test('exactly one of many concurrent uses of a nonce succeeds', async () => {
  const home = await freshDatabase();
  const connections = [connectDatabase(home.url), connectDatabase(home.url), connectDatabase(home.url)];
  try {
    const nonces = Array.from({ length: 100 }, (_, index) => ({
      keyId: `key-${index % 3}`,
      nonce: `n${index}`,
    }));
    const answers = await Promise.all(
      connections.flatMap(({ database }, index) => {
        const use = createNonceRegister(database);
        // Each client uses its own order and sends each nonce twice, which must cause neither a deadlock nor a second acceptance.
        const order = index === 1 ? nonces.toReversed() : nonces;
        return [...order, ...order].map(async (used) => ({ used, may: await use(used) }));
      }),
    );
    const allowed = answers.filter(({ may }) => may).map(({ used }) => used.nonce);
    expect(allowed.toSorted()).toEqual(nonces.map(({ nonce }) => nonce).toSorted());
  } finally {
    for (const connection of connections) await connection.close();
    await home.drop();
  }
});
