import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AlertState, ChangedAlertRules, DeliveredAlert } from '@agent-home/http-contract';
import { evaluateAlerts, sendWebhook } from '@agent-home/platform';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bearer } from '../../../support/bearer.ts';
import { eventually } from '../../../support/eventually.ts';
import { newOwner } from '../../../support/look.ts';
import { agentOf, getRuns } from '../../../support/mirrored-runs.ts';
import { expectProblem } from '../../../support/problems.ts';
import { type Answer, getAnswer, type RawAgent } from '../../../support/raw-agent.ts';
import { linesOf, sealRun } from '../../../support/sealed-run.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
let admin: string;

beforeAll(async () => {
  home = await startHome({
    environment: {
      AGENT_HOME_ALERTS_PRIVATE_NETWORK: 'on',
      AGENT_HOME_ALERTS_SECONDS: '0.2',
      AGENT_HOME_HEARTBEAT_SECONDS: '1',
      AGENT_HOME_ONLINE_SECONDS: '3',
    },
  });
  admin = home.secrets.adminToken;
}, 60_000);
afterAll(() => home.close());

interface Delivery {
  alert: DeliveredAlert;
  text: string;
  signature: string;
}

/** Starts a receiver of alerts; `respond` decides its response. */
async function openReceiver(
  respond: (response: ServerResponse, request: IncomingMessage) => void = (response) => response.end(),
) {
  const received: Delivery[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const signature = String(request.headers['agent-home-signature']);
    received.push({ alert: JSON.parse(text) as DeliveredAlert, text, signature });
    respond(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/s3cret-path`, received };
}

const call = async (token: string, method: string, body?: object, to = home.url): Promise<Answer> =>
  getAnswer(
    await fetch(`${to}/v1/alerts`, {
      method,
      headers: { ...bearer(token), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

async function setRules(token: string, rules: object): Promise<ChangedAlertRules> {
  const { status, body } = await call(token, 'PUT', { failing: false, ...rules });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as ChangedAlertRules;
}
const alertsOf = (token: string) => getRuns<AlertState>(home, token, '/v1/alerts');

let number = 0;
async function mirror(agent: RawAgent, failedWith?: string): Promise<void> {
  number += 1;
  const runId = `run_alerts_${number}`;
  const run = { runId, agentId: agent.agentId, ...(failedWith === undefined ? {} : { failedWith }) };
  const records = linesOf(sealRun(run));
  const { status } = await agent.call('POST', `/v1/runs/${runId}/records`, { from_seq: 0, records });
  expect(status).toBe(200);
}
async function failRuns(agent: RawAgent): Promise<void> {
  for (let time = 0; time < 3; time += 1) await mirror(agent, 'model_unavailable');
}

const acts = async (action: string, agentId: string) => {
  const page = await home.admin('GET', `/v1/admin/audit/acts?action=${action}&target=agents/${agentId}`);
  expect(page.intact).toBe(true);
  return page.items as { details: Record<string, unknown> }[];
};

describe('alerts', () => {
  test('an outage of the home makes no agent silent', async () => {
    const owner = await newOwner(home, 'una');
    const uma = await agentOf(home, 'uma', owner);
    await mirror(uma);
    const { url, received } = await openReceiver();
    await setRules(owner, { url, silent_minutes: 60 });
    await home.stopWorker();
    const { platform } = home.open;
    await platform.database.execute(
      sql`update agent_health set last_record_at = now() - interval '2 hours' where agent_id = 'uma'`,
    );
    await evaluateAlerts(platform, platform.now());
    expect((await alertsOf(owner)).alerts).toEqual([]);
    await evaluateAlerts(platform, new Date(platform.now().getTime() - 10_000));
    expect((await alertsOf(owner)).alerts).toMatchObject([{ agent_id: 'uma', kind: 'silent' }]);
    // A second outage does not clear the alert either.
    await evaluateAlerts(platform, platform.now());
    expect((await alertsOf(owner)).alerts).toHaveLength(1);
    await home.startWorker();
    await eventually(() => expect(received).toHaveLength(1));
  });

  test('delivers a signed alert once until it clears', async () => {
    const olga = await newOwner(home, 'olga');
    const ada = await agentOf(home, 'ada', olga);
    const { url, received } = await openReceiver();
    const { secret = '' } = await setRules(olga, { url, failing: true });
    await mirror(ada);
    await failRuns(ada);
    await eventually(async () => expect((await alertsOf(olga)).alerts[0]?.delivered_at).toBeDefined());
    await mirror(ada, 'timeout');
    const [delivery] = received;
    expect(delivery?.alert).toMatchObject({
      kind: 'failing',
      agent_id: 'ada',
      facts: { code: 'model_unavailable', failed_runs: 3, remedy: expect.stringContaining('model’s server') },
    });
    const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(delivery?.signature ?? '') ?? [];
    expect(given).toBe(createHmac('sha256', secret).update(`${seconds}.${delivery?.text}`).digest('hex'));
    await mirror(ada);
    await eventually(async () => expect((await alertsOf(olga)).alerts).toEqual([]));
    // Within an hour the same alert is not raised again; later it is.
    await failRuns(ada);
    const { database } = home.open.platform;
    expect(received).toHaveLength(1);
    await database.execute(
      sql`update agent_alerts set cleared_at = cleared_at - interval '2 hours' where agent_id = 'ada'`,
    );
    await eventually(() => expect(received).toHaveLength(2));
    expect(received[1]?.alert.alert_id).not.toBe(received[0]?.alert.alert_id);
    await eventually(async () => expect(await acts('alert.deliver', 'ada')).toHaveLength(2));
    expect(await acts('alert.raise', 'ada')).toHaveLength(2);
  });

  test('reports silent and expensive agents to their owner and the home', async () => {
    const [owner, other] = [await newOwner(home, 'sonja'), await newOwner(home, 'otto')];
    const [sue, exe, oz] = [
      await agentOf(home, 'sue', owner),
      await agentOf(home, 'exe', owner),
      await agentOf(home, 'oz', other),
    ];
    for (const agent of [sue, exe, exe, exe, oz]) await mirror(agent);
    const [own, ofHome] = [await openReceiver(), await openReceiver()];
    await setRules(owner, { url: own.url, silent_minutes: 60, tokens_a_day: 400 });
    await setRules(admin, { url: ofHome.url, cost_a_day: 0.3 });
    await home.open.platform.database.execute(
      sql`update agent_health set last_record_at = now() - interval '2 hours' where agent_id in ('sue', 'oz')`,
    );
    await eventually(() => {
      const seen = own.received.map(({ alert: { kind, agent_id } }) => `${agent_id} ${kind}`);
      expect(seen.toSorted()).toEqual(['exe expensive', 'sue silent']);
      expect(ofHome.received.map(({ alert }) => alert.agent_id)).toContain('exe');
    });
    const expensive = own.received.find(({ alert }) => alert.kind === 'expensive')?.alert;
    expect(expensive?.facts).toMatchObject({ tokens: 450, cost: 0.75 });
    expect(ofHome.received.every(({ alert }) => alert.kind === 'expensive')).toBe(true);
    // A sign of life ends the silence.
    await mirror(sue);
    await eventually(async () =>
      expect((await alertsOf(owner)).alerts.map(({ agent_id }) => agent_id)).toEqual(['exe']),
    );
    expect((await call(admin, 'DELETE')).body).toEqual({ deleted: true });
  });

  test('retries an alert that its receiver refuses', async () => {
    const owner = await newOwner(home, 'rita');
    const rob = await agentOf(home, 'rob', owner);
    let status = 503;
    const { url, received } = await openReceiver((response) => {
      response.writeHead(status).end('x'.repeat(100_000));
    });
    await setRules(owner, { url, failing: true });
    await failRuns(rob);
    await eventually(async () =>
      expect((await alertsOf(owner)).alerts).toMatchObject([{ attempts: 1, failure: 'refused_by_receiver' }]),
    );
    const { database } = home.open.platform;
    const [waits] = await database.execute<{ seconds: number }>(
      sql`select extract(epoch from next_attempt_at - raised_at)::float as seconds from agent_alerts where agent_id = 'rob'`,
    );
    expect(waits?.seconds).toBeGreaterThanOrEqual(30);
    status = 204;
    await database.execute(sql`update agent_alerts set next_attempt_at = now() where agent_id = 'rob'`);
    await eventually(async () =>
      expect((await alertsOf(owner)).alerts).toMatchObject([
        { attempts: 2, delivered_at: expect.any(String) },
      ]),
    );
    expect(new Set(received.map(({ alert }) => alert.alert_id)).size).toBe(1);
    // The last attempt stands in the audit log.
    status = 500;
    await database.execute(
      sql`update agent_alerts set next_attempt_at = now(), delivered_at = null, attempts = 11 where agent_id = 'rob'`,
    );
    await eventually(async () => expect(await acts('alert.give_up', 'rob')).toHaveLength(1));
    const [given] = await database.execute(
      sql`select next_attempt_at from agent_alerts where agent_id = 'rob'`,
    );
    expect(given).toEqual({ next_attempt_at: null });
  });

  test('sends no alert to private networks, and follows no redirect', async () => {
    const strict = await startHome({ worker: false });
    onTestFinished(() => strict.close());
    const asAdmin = strict.secrets.adminToken;
    for (const url of [
      'http://example.com/hook',
      'https://127.0.0.1/hook',
      'https://2130706433/hook',
      'https://0x7f.1/hook',
      'https://[::1]/hook',
      'https://[::ffff:10.0.0.1]/hook',
      'https://169.254.169.254/latest',
      'https://user:word@example.com/hook',
    ])
      expectProblem(await call(asAdmin, 'PUT', { url, failing: true }, strict.url), 'invalid_input');
    for (const url of ['file:///etc/passwd', 'gopher://example.com', 'no url'])
      expectProblem(await call(asAdmin, 'PUT', { url, failing: true }, strict.url), 'invalid_request');
    const webhook = { secret: 's', id: 'alert_1', body: '{}', seconds: 1 };
    // A name is checked when it is resolved, so that it cannot change its address later.
    const toName = await sendWebhook({ ...webhook, url: 'https://localhost/hook', privateNetwork: false });
    expect(toName).toBe('address_refused');
    const target = await openReceiver();
    const redirecting = await openReceiver((response) =>
      response.writeHead(307, { location: target.url }).end(),
    );
    expect(await sendWebhook({ ...webhook, url: redirecting.url, privateNetwork: true })).toBe('redirected');
    expect(target.received).toEqual([]);
    const silent = await openReceiver(() => undefined);
    expect(await sendWebhook({ ...webhook, url: silent.url, privateNetwork: true, timeoutMs: 200 })).toBe(
      'timeout',
    );
    const endless = await openReceiver((response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => clearInterval(more));
    });
    expect(await sendWebhook({ ...webhook, url: endless.url, privateNetwork: true })).toBeUndefined();
  });

  test('shows the secret of alert rules once, and rules to their owner alone', async () => {
    const [owner, other] = [await newOwner(home, 'sven'), await newOwner(home, 'olaf')];
    const { url } = await openReceiver();
    const made = await setRules(owner, { url, failing: true });
    expect(made.secret).toMatch(/^[\w-]{43}$/);
    const again = await setRules(owner, { url: `${url}/other`, failing: true });
    expect(again).not.toHaveProperty('secret');
    const renewed = await setRules(owner, { url, failing: true, new_secret: true });
    expect(renewed.secret).not.toBe(made.secret);
    const elsewhere = await setRules(owner, { url: 'http://127.0.0.1:9/hook', failing: true });
    expect(elsewhere.secret).toBeDefined();
    const shown = await alertsOf(owner);
    expect(shown.rules).toMatchObject({ origin: 'http://127.0.0.1:9', failing: true });
    const audit = await home.admin('GET', '/v1/admin/audit/acts?action=alert.rules&target=owners/sven');
    expect((audit.items as object[]).length).toBe(4);
    for (const text of [JSON.stringify(shown), JSON.stringify(audit)]) {
      expect(text).not.toContain('hook');
      for (const { secret = '' } of [made, renewed, elsewhere]) expect(text).not.toContain(secret);
    }
    expect(await alertsOf(other)).toEqual({ alerts: [] });
    expect(await alertsOf(admin)).toEqual({ alerts: [] });
    expect((await call('nonsense', 'GET')).status).toBe(401);
    const narrow = await home.admin('POST', '/v1/admin/tokens', {
      role: 'owner',
      owner_id: 'sven',
      label: 'narrow',
      scopes: ['topics'],
    });
    expectProblem(await call(String(narrow.token), 'PUT', { url, failing: true }), 'forbidden');
    expect((await call(owner, 'DELETE')).body).toEqual({ deleted: true });
    expect((await call(owner, 'DELETE')).body).toEqual({ deleted: false });
  });
});
