import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../support/event-stream.ts';
import { eventually } from '../../support/eventually.ts';
import { newOwner } from '../../support/look.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { measuredTimeFactor } from '../../support/time-factor.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome({ worker: false });
});
afterAll(() => home.close());

/** Well below the 15 s after which every stream is checked. */
const atOnceMs = 5_000 * measuredTimeFactor();

async function endsAtOnce(ended: Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  expect(await ended).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(atOnceMs);
}

async function signIn(token: string): Promise<string> {
  const answer = await fetch(`${home.url}/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: home.url },
    body: JSON.stringify({ token }),
  });
  expect(answer.status).toBe(204);
  return (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

const newToken = () => home.admin('POST', '/v1/admin/tokens', { role: 'admin', label: 'short' });

test('a revoked token’s stream ends at once in every process', async () => {
  const second = await home.startSecondApi();
  try {
    for (const url of [home.url, second.url]) {
      const made = await newToken();
      const cookie = await signIn(String(made.token));
      const streams = [
        await openStream(url, String(made.token)),
        await openStream(home.url, undefined, { cookie }),
      ];
      const others = [
        await openStream(url, await newOwner(home, `o${url.slice(-5)}`)),
        await openStream(url),
      ];
      for (const stream of [...streams, ...others])
        await eventually(() => expect(stream.events).toHaveLength(1));
      await home.admin('DELETE', `/v1/admin/tokens/${String(made.token_id)}`);
      for (const stream of streams) await endsAtOnce(stream.ended);
      // Unrelated streams stay open.
      for (const stream of others) {
        expect(await Promise.race([stream.ended, Promise.resolve('open')])).toBe('open');
        stream.close();
      }
    }
  } finally {
    await second.close();
  }
});

test('a stream ends with the session it was opened in', async () => {
  const token = home.secrets.adminToken;
  const [left, stays] = [await signIn(token), await signIn(token)];
  const streams = [
    await openStream(home.url, undefined, { cookie: left }),
    await openStream(home.url, undefined, { cookie: stays }),
  ] as const;
  for (const stream of streams) await eventually(() => expect(stream.events).toHaveLength(1));
  await fetch(`${home.url}/v1/session`, { method: 'DELETE', headers: { cookie: left, origin: home.url } });
  await endsAtOnce(streams[0].ended);
  expect(await Promise.race([streams[1].ended, Promise.resolve('open')])).toBe('open');
  streams[1].close();
});

test('a token revoked while notifications fail ends once they resume', async () => {
  const made = await newToken();
  const stream = await openStream(home.url, String(made.token));
  await eventually(() => expect(stream.events).toHaveLength(1));
  const { database } = home.open.platform;
  // Simulates a connection that is broken while it listens.
  await database.execute(sql`update tokens set revoked_at = now() where token_id = ${String(made.token_id)}`);
  await database.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`,
  );
  await endsAtOnce(stream.ended);
});
