import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpCall } from '../../support/http-request.ts';
import { published } from '../../support/ledger.ts';
import { type AskedGrant, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const path = '/v1/credentials';

describe('a request for credentials that is sent again', () => {
  let home: TestHome;
  let second: Awaited<ReturnType<TestHome['startSecondApi']>>;
  let ada: RawAgent;
  beforeAll(async () => {
    home = await startHome();
    second = await home.startSecondApi();
    ada = await RawAgent.admitted(home, 'ada');
    await open('hall');
    await published(home);
  });
  afterAll(async () => {
    await second.close();
    await home.close();
  });

  const open = (topic_id: string) =>
    home.admin('POST', '/v1/admin/topics', {
      topic_id,
      title: topic_id,
      visibility: 'public',
      mode: 'freeform',
    });

  /** Signs a request once; each call sends the same bytes. */
  function signed(asked: { grants: AskedGrant[]; duration_seconds?: number }) {
    const body = JSON.stringify(asked);
    const headers = {
      ...ada.sign('POST', path, body),
      'content-type': 'application/json',
      host: new URL(home.url).host,
    };
    return async (to = home.url): Promise<number | string> => {
      const { status, text } = await httpCall(to, { method: 'POST', path, headers, body });
      return status === 200 ? status : JSON.parse(text).code;
    };
  }
  const audited = () =>
    home.open.platform.database.$count(tables.credentialAudit, eq(tables.credentialAudit.agentId, 'ada'));

  test('one of many identical requests is answered', async () => {
    const grants: AskedGrant[] = [
      { type: 'registry_read' },
      { type: 'topic_message_write', topic_id: 'hall' },
    ];
    for (const grant of grants) {
      const before = await audited();
      const send = signed({ grants: [grant] });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => send(index % 2 === 0 ? home.url : second.url)),
      );
      expect(answers.toSorted()).toEqual([200, ...new Array(19).fill('signature_replayed')]);
      expect(await audited()).toBe(before + 1);
    }
  });

  test('a refused credential request uses its nonce', async () => {
    const send = signed({ grants: [{ type: 'registry_read' }], duration_seconds: 7_200 });
    expect(await send()).toBe('duration_out_of_range');
    expect(await send(second.url)).toBe('signature_replayed');
  });

  test('a request without grants uses its nonce', async () => {
    const send = signed({ grants: [{ type: 'topic_read', topic_id: 'late' }] });
    expect(await send()).toBe(200);
    await open('late');
    await published(home);
    expect(await send()).toBe('signature_replayed');
  });
});
