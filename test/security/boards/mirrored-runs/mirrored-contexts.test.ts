import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { judgeContexts, playContexts } from './play-contexts.ts';

test('contexts of mirrored runs stay separate in a home', { timeout: 240_000 }, async () => {
  const played = await playContexts();
  onTestFinished(() => played.close());
  const { leaks, seen } = await judgeContexts(played);
  console.log(
    `mirrored contexts: ${played.runs.size} runs, ${leaks.length} leaked, seen ${JSON.stringify(seen)}`,
  );
  expect(leaks).toEqual([]);
  for (const [kind, times] of Object.entries(seen)) expect([kind, times > 40]).toEqual([kind, true]);

  // A record of another owner's run shows in the responses and in the copy.
  const runOf = (...wanted: string[]) =>
    [...played.runs].find(([, { agent, topic }]) => wanted.includes(agent) && topic !== 'hall')?.[0];
  const { database } = played.home.open.platform;
  await database.execute(
    sql`update run_records set text = (select text from run_records where run_id = ${runOf('wick')} and text like '%I think%' limit 1) where run_id = ${runOf('moth')} and seq = 5`,
  );
  // The API keeps parts of a log under the hash of its last record.
  await database.execute(sql`update runs set head = 'planted' where run_id = ${runOf('moth')}`);
  const planted = await judgeContexts(played);
  expect(planted.leaks.join('\n')).toMatch(/responses to otto: thought of wick, cellar/);
  expect(planted.leaks.join('\n')).toMatch(/copy of a run of moth, attic: thought of wick, cellar/);
});

test('a session of all topics is found in a home', { timeout: 240_000 }, async () => {
  const played = await playContexts((ports) => {
    const { store } = ports;
    ports.store = new Proxy(store, {
      get(target, member) {
        if (member === 'list') return () => target.list({});
        const value: unknown = Reflect.get(target, member, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  });
  onTestFinished(() => played.close());
  const { leaks } = await judgeContexts(played);
  expect(leaks.join('\n')).toMatch(/request \d+ of lamp, hall: said of (lamp|moth|wick), (attic|cellar)/);
  expect(leaks.join('\n')).toMatch(/copy of a run of lamp, hall: /);
});
