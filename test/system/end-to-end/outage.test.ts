import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { expectProblem } from '../../support/problems.ts';
import { getAnswer, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';

const freeform = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };

describe('while PostgreSQL is away', () => {
  let home: TestHome;
  let ada: RawAgent;
  let database: TcpProxy;
  beforeAll(async () => {
    database = await TcpProxy.start();
    home = await startHome({
      between: { database },
    });
    ada = await RawAgent.admitted(home, 'ada');
    await home.admin('POST', '/v1/admin/topics', freeform);
    await published(home);
  });
  afterAll(async () => {
    await home.close();
    await database.close();
  });

  test('requests get a retry time, and the home recovers by itself', async () => {
    await judged(home, 'open', await ada.say('open', 'before'));
    const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: 'open' });
    const key = credential.keys[0]?.key ?? '';
    database.cut();
    const asked = [
      ada.call('GET', '/v1/me'),
      ada.call('POST', '/v1/credentials', { grants: [{ type: 'registry_read' }] }),
      home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: 'never' }).catch(String),
      fetch(`${home.url}/readyz`).then(getAnswer),
    ] as const;
    const [me, credentials, topic, ready] = await Promise.all(asked);
    for (const answer of [me, credentials, ready]) {
      expectProblem(answer, 'service_unavailable');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(topic).toContain('answered 503 service_unavailable');
    expect((await fetch(`${home.url}/healthz`)).status).toBe(200);
    // The store still works: objects written now are judged once the database is back.
    await oss.put(key, Buffer.from(JSON.stringify(ada.message('open', '000002', 'meanwhile'))));
    await database.mend();
    await eventually(async () => expect((await fetch(`${home.url}/readyz`)).status).toBe(200));
    expect((await ada.call('GET', '/v1/me')).status).toBe(200);
    expect(await judged(home, 'open', key, 20_000)).toMatchObject({ outcome: 'accepted' });
    await published(home);
    expect((await getLedger(home, 'open')).map(({ outcome }) => outcome)).toEqual(Array(3).fill('accepted'));
    const topics = (await ada.call('GET', '/v1/topics')).body.topics as { topic_id: string }[];
    expect(topics.map(({ topic_id }) => topic_id)).toEqual(['open']);
  });
});
