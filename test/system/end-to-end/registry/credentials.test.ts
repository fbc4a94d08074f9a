import { createHash } from 'node:crypto';
import { tables } from '@agent-home/platform/database';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judged, published } from '../../../support/ledger.ts';
import { type IssuedCredential, RawAgent } from '../../../support/raw-agent.ts';
import { freeform, type RegistryHome, startRegistryHome } from './registry-home.ts';

let here: RegistryHome;
beforeAll(async () => {
  here = await startRegistryHome();
});
afterAll(() => here.home.close());

describe('credentials', () => {
  const getAudit = (agentId: string) => {
    const { credentialAudit } = tables;
    return here.home.open.platform.database
      .select()
      .from(credentialAudit)
      .where(eq(credentialAudit.agentId, agentId))
      .orderBy(asc(credentialAudit.id));
  };

  test('every issued credential leaves an audit row', async () => {
    const cy = await RawAgent.admitted(here.home, 'cy');
    const grant = { type: 'topic_message_write', topic_id: 'open' };
    const first = await cy.client(grant);
    const second = await cy.client(grant);
    expect(second.credential).toEqual(first.credential);
    const rows = await getAudit('cy');
    expect(rows.map(({ outcome }) => outcome)).toEqual(['issued', 'reused']);
    for (const row of rows) {
      expect(row).toMatchObject({
        scopes: ['topic_message_write:open'],
        keys: first.credential.keys.map(({ key }) => key),
        expiresAt: new Date(first.credential.expiration),
        storeRequestId: expect.stringMatching(/./),
        errorCode: null,
      });
      const { access_key_secret, security_token } = first.credential;
      for (const secret of [access_key_secret, security_token])
        expect(JSON.stringify(row)).not.toContain(secret);
    }
  });

  test('concurrent requests for equal grants are all answered', async () => {
    const dot = await RawAgent.admitted(here.home, 'dot');
    const ids = ['crowd-1', 'crowd-2', 'crowd-3'];
    for (const id of ids) {
      await here.home.admin('POST', '/v1/admin/tasks', { task_id: id, title: id, visibility: 'public' });
      await here.home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: id });
    }
    await published(here.home);
    const grants = ids.flatMap((id) => [
      { type: 'topic_message_write', topic_id: id },
      { type: 'task_write', task_id: id },
    ]);
    const turned = (by: number) => grants.map((_, index) => grants[(index * 5 + by) % grants.length]);
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const asked = index % 2 === 0 ? turned(index) : turned(index).toReversed();
        return (await dot.call('POST', '/v1/credentials', { grants: asked })).status;
      }),
    );
    expect([...new Set(statuses)]).toEqual([200]);
  });

  test('a grant requested twice is given once', async () => {
    const eve = await RawAgent.admitted(here.home, 'eve-twice');
    const write = { type: 'topic_message_write', topic_id: 'open' };
    const heartbeat = { type: 'heartbeat_write' };
    const grants = [write, heartbeat, write, heartbeat];
    const { status, body } = await eve.call('POST', '/v1/credentials', { grants });
    expect(status, JSON.stringify(body)).toBe(200);
    const keys = (body.credentials as IssuedCredential[]).flatMap((one) => one.keys.map(({ key }) => key));
    expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted());
    expect(keys.some((key) => key.startsWith('topics/open/messages/'))).toBe(true);
  });

  test('a credential answer names current versions and hashes', async () => {
    await judged(here.home, 'open', await here.bo.say('open', 'a new state'));
    await published(here.home);
    const { heads, credentials } = await here.ada.ask({ type: 'topic_read', topic_id: 'open' });
    const [credential] = credentials;
    if (!credential) throw new Error('topic_read was denied');
    for (const key of ['topics/open/manifest.json', 'topics/open/state.json']) {
      const { content } = await here.ada.open(credential).get(key);
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(heads[key]).toEqual({ version: JSON.parse(String(content)).cert.version, sha256 });
    }
    expect(Object.keys(heads).some((key) => key.includes('secret'))).toBe(false);
  });
});
