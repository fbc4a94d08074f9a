import { tables } from '@agent-home/platform/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { judged } from '../../../support/ledger.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';
import { documentedRoutes } from './documented-routes.ts';
import { metricsToken, type RegistryHome, startRegistryHome } from './registry-home.ts';

let here: RegistryHome;
beforeAll(async () => {
  here = await startRegistryHome();
  // Input for the counters: one that was judged, and a credential that is issued twice.
  await judged(here.home, 'open', await here.bo.say('open', 'hello'));
  for (const _ of ['given', 'given again'])
    await here.bo.client({ type: 'topic_message_write', topic_id: 'open' });
});
afterAll(() => here.home.close());

test('a repeated report of a failure is recorded once', async () => {
  const failure = { object_key: 'agents/all/bo.json', code: 'bad_signature', version: 1 };
  const report = (agent: RawAgent, failures: object[]) =>
    agent.call('POST', '/v1/verification-failures', { failures });
  for (let count = 0; count < 3; count++) expect((await report(here.ada, [failure])).status).toBe(202);
  expect((await report(here.ada, [{ ...failure, code: 'rollback' }])).status).toBe(202);
  expect((await report(here.bo, [failure])).status).toBe(202);
  const rows = await here.home.open.platform.database.select().from(tables.verificationFailures);
  const told = rows.map(({ agentId, code, count }) => `${agentId} ${code} ${count}`);
  expect(told.toSorted()).toEqual(['ada bad_signature 3', 'ada rollback 1', 'bo bad_signature 1']);
});

describe('operations', () => {
  test('the document lists every possible answer', async () => {
    const document = (await (await fetch(`${here.home.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
    };
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { responses } of Object.values(methods)) {
        expect(Object.keys(responses.default?.content ?? {}), path).toEqual(['application/problem+json']);
        const answered = Object.entries(responses).filter(([status]) => /^20[0-2]$/.test(status));
        for (const [, { content }] of answered) expect(Object.keys(content ?? {}), path).not.toEqual([]);
      }
    }
  });

  test('every answer of the projection says its type', async () => {
    const json = 'application/json; charset=utf-8';
    for (const [path, type] of [
      ['topics', json],
      ['agents', json],
      ['circles', json],
      ['tasks', json],
      ['search?q=a', json],
      ['trust', json],
      ['modes', json],
      ['objects?key=platform/policy.json', json],
      ['topics/nowhere', 'application/problem+json'],
    ]) {
      const { headers } = await fetch(`${here.home.url}/v1/public/${path}`);
      expect([path, headers.get('content-type')]).toEqual([path, type]);
    }
  });

  test('the OpenAPI document names every route', async () => {
    const document = (await (await fetch(`${here.home.url}/openapi.json`)).json()) as {
      openapi: string;
      info: { title: string; version: string };
      paths: Record<string, Record<string, { summary: string; responses: object; requestBody?: object }>>;
    };
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.title).toBe('Agent Home');
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(routes.toSorted()).toEqual(documentedRoutes);
    for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
      expect(operation.summary).not.toBe('');
      expect(Object.keys(operation.responses)).not.toEqual([]);
    }
    const text = JSON.stringify(document);
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#([^"]+)"/g)) {
      const found = pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((value, part) => (value as Record<string, unknown>)?.[part], document);
      expect(found, pointer).toBeDefined();
    }
  });

  test('only metrics need a metrics token or an admin', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await fetch(`${here.home.url}${path}`);
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    }
    const read = (token?: string) =>
      fetch(`${here.home.url}/metrics`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    expect((await read()).status).toBe(401);
    expect((await read('guessed-guessed-guessed')).status).toBe(401);
    expect((await read(metricsToken)).status).toBe(200);
    const admin = { authorization: `Bearer ${metricsToken}` };
    expect((await fetch(`${here.home.url}/v1/admin/personas`, { headers: admin })).status).toBe(401);
    const metrics = await (await read(here.home.secrets.adminToken)).text();
    expect(metrics).toMatch(/^agent_home_inputs_judged_total\{outcome="accepted"\} [1-9]/m);
    expect(metrics).toMatch(/^agent_home_credentials_total\{outcome="reused"\} [1-9]/m);
    await eventually(async () => {
      const now = await (await read(metricsToken)).text();
      expect(now).toMatch(/^agent_home_tickets_open [1-9]/m);
    });
  });
});
