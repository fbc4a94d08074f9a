import { randomBytes } from 'node:crypto';
import { storeToken } from '@agent-home/platform';
import { encodeBase64Url } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer } from '../../../support/bearer.ts';
import { countRows } from '../../../support/count-rows.ts';
import { published } from '../../../support/ledger.ts';
import { expectProblem } from '../../../support/problems.ts';
import type { Answer } from '../../../support/raw-agent.ts';
import { BadInputHome, topic } from './bad-input-home.ts';

let here: BadInputHome;
beforeAll(async () => {
  here = await BadInputHome.start();
});
afterAll(() => here.home.close());

describe('a bearer token', () => {
  const open = (headers: Record<string, string>) =>
    refusedStatus(() => here.withToken(undefined, 'POST', '/v1/admin/owners', { name: 'X' }, headers));
  const refusedStatus = async (request: () => Promise<Answer>) => {
    const { status, body } = await here.refused(request);
    return [status, body.code];
  };

  test('that is missing, malformed or unknown is refused', async () => {
    expect(await open({})).toEqual([401, 'unauthenticated']);
    expect(await open({ authorization: 'Basic YTpi' })).toEqual([401, 'unauthenticated']);
    expect(await open({ authorization: 'Bearer ' })).toEqual([401, 'unauthenticated']);
    expect(await open(bearer(`aht_${'x'.repeat(43)}`))).toEqual([401, 'unauthenticated']);
    expect(await open(bearer('x'.repeat(5_000)))).toEqual([401, 'unauthenticated']);
  });

  test('unusable tokens are answered alike', async () => {
    const expired = `aht_${encodeBase64Url(randomBytes(32))}`;
    await storeToken(here.home.open.platform.database, expired, 'token_expired', {
      role: 'admin',
      label: 'expired',
      expiresAt: new Date(Date.now() - 1_000),
    });
    const made = await here.home.admin('POST', '/v1/admin/tokens', { role: 'admin', label: 'to revoke' });
    const revoked = String(made.token);
    const opened = await here.withToken(revoked, 'DELETE', `/v1/admin/tokens/${String(made.token_id)}`);
    expect(opened.status).toBe(200);
    const answers = [];
    for (const token of [`aht_${'x'.repeat(43)}`, expired, revoked]) {
      const create = () => here.withToken(token, 'POST', '/v1/admin/owners', { name: 'X' });
      const { status, body } = await here.refused(create, 'unauthenticated');
      answers.push({ status, body });
    }
    expect(answers).toEqual(Array(3).fill({ status: 401, body: answers[0]?.body }));
  });

  test('an owner’s token opens no admin route', async () => {
    for (const { method, path, valid } of here.bodies.filter(({ path }) => path.startsWith('/v1/admin/'))) {
      await here.refused(() => here.withToken(here.ownerToken, method, path, valid()), 'forbidden');
    }
    await here.refused(
      () => here.withToken(here.ownerToken, 'DELETE', '/v1/admin/tokens/token_test_admin'),
      'forbidden',
    );
  });

  test('is no signature, and a signature is no token', async () => {
    await here.refused(
      () => here.withToken(here.home.secrets.adminToken, 'GET', '/v1/me'),
      'signature_missing',
    );
    await here.refused(() => here.ada.call('POST', '/v1/admin/owners', { name: 'X' }), 'unauthenticated');
  });
});

describe('an Idempotency-Key', () => {
  const create = (key: string, body: object) =>
    here.withToken(here.home.secrets.adminToken, 'POST', '/v1/admin/topics', body, {
      'idempotency-key': key,
    });

  test('a mutation repeated under one Idempotency-Key is carried out once', async () => {
    const first = await create('repeat-1', topic);
    await published(here.home);
    const before = await countRows(here.home);
    const second = await create('repeat-1', topic);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await countRows(here.home)).toEqual(before);
  });

  test('an Idempotency-Key used for another request is refused', async () => {
    await create('repeat-2', topic);
    await published(here.home);
    await here.refused(() => create('repeat-2', { ...topic, title: 'Other' }), 'idempotency_key_reused');
  });

  test('used many times at once does it once', async () => {
    const before = (await countRows(here.home)).topics ?? 0;
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('at-once', topic)));
    expect((await countRows(here.home)).topics).toBe(before + 1);
    const made = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.topic_id));
    expect(made.size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectProblem(answer, 'idempotency_key_in_progress');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect((await create('at-once', topic)).body.topic_id).toBe([...made][0]);
  });

  test('the key of a failed request can be used again', async () => {
    await published(here.home);
    await here.refused(() => create('retry', { ...topic, topic_id: 'open' }), 'topic_id_taken');
    expect((await create('retry', topic)).status).toBe(201);
  });

  test('that is not printable or too long is refused', async () => {
    await here.refused(() => create('a b', topic), 'invalid_request');
    await here.refused(() => create('x'.repeat(201), topic), 'invalid_request');
  });
});
