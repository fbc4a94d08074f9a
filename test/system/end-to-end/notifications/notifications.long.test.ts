import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AlertState, ChangedAlertRules, DeliveredApprovals } from '@agent-home/http-contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { approvalOf } from '../../../support/approval-request.ts';
import { bearer } from '../../../support/bearer.ts';
import { eventually } from '../../../support/eventually.ts';
import { newOwner } from '../../../support/look.ts';
import {
  type MailServer,
  mailPassword,
  type ReceivedMail,
  startMailServer,
} from '../../../support/mail-server.ts';
import { agentOf, getRuns } from '../../../support/mirrored-runs.ts';
import { expectProblem } from '../../../support/problems.ts';
import { type Answer, getAnswer, type RawAgent } from '../../../support/raw-agent.ts';
import { linesOf, sealRun } from '../../../support/sealed-run.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let mail: MailServer;
let home: TestHome;
const log: string[] = [];
/** True while the mail server refuses recipients. */
let isRefusing = false;

beforeAll(async () => {
  mail = await startMailServer({
    onRcptTo: (_, __, done) => (isRefusing ? done(new Error('mailbox is full')) : done()),
  });
  home = await startHome({
    logTo: { write: (line) => void log.push(line) },
    environment: {
      LOG_LEVEL: 'trace',
      AGENT_HOME_ALERTS_PRIVATE_NETWORK: 'on',
      AGENT_HOME_ALERTS_SECONDS: '0.2',
      AGENT_HOME_SMTP_URL: mail.url,
      AGENT_HOME_MAIL_FROM: 'home@home.example',
      AGENT_HOME_PAGE_URL: 'https://home.example',
    },
  });
}, 60_000);
afterAll(async () => {
  await home.close();
  await mail.close();
});

const call = async (token: string, method: string, path = '/v1/alerts', body?: object, to = home.url) =>
  getAnswer(
    await fetch(`${to}${path}`, {
      method,
      headers: { ...bearer(token), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
const put = (token: string, rules: object): Promise<Answer> =>
  call(token, 'PUT', '/v1/alerts', { failing: false, ...rules });
const confirm = (token: string, code: string) => call(token, 'POST', '/v1/alerts/confirmation', { code });

async function setRules(token: string, rules: object): Promise<ChangedAlertRules> {
  const { status, body } = await put(token, rules);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as ChangedAlertRules;
}
const stateOf = (token: string) => getRuns<AlertState>(home, token, '/v1/alerts');
const mailsTo = (address: string) => mail.received.filter(({ to }) => to.includes(address));
const isCode = ({ text }: ReceivedMail) => text.startsWith('Code: ');
const codeIn = ({ text }: ReceivedMail) => /^Code: (\S+)/.exec(text)?.[1] ?? '';

async function codeTo(address: string, number = 1): Promise<string> {
  const codes = await eventually(() => {
    const found = mailsTo(address).filter(isCode);
    if (found.length < number) throw new Error('no code yet');
    return found;
  });
  return codes[number - 1] ? codeIn(codes[number - 1] as ReceivedMail) : '';
}

async function setMailbox(token: string, email: string, rules: object = {}): Promise<void> {
  await setRules(token, { email, ...rules });
  expect((await confirm(token, await codeTo(email))).body).toEqual({ confirmed: true });
}

let number = 0;
async function failRuns(agent: RawAgent): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    number += 1;
    const runId = `run_mails_${number}`;
    const records = linesOf(sealRun({ runId, agentId: agent.agentId, failedWith: 'model_unavailable' }));
    const { status } = await agent.call('POST', `/v1/runs/${runId}/records`, { from_seq: 0, records });
    expect(status).toBe(200);
  }
}

let asked = 0;
const hidden = 'delete-the-archive';
/** Stores a question of a run; its arguments must not reach a mail. */
async function request(agent: RawAgent, changes: object = {}) {
  asked += 1;
  const approvalId = `ask_${String(asked).padStart(32, '0')}`;
  const body = { ...approvalOf(approvalId, { run_id: `run_${hidden}` }), ...changes };
  expect((await agent.call('POST', '/v1/approvals', body)).status).toBe(201);
  return body;
}

const acts = async (action: string) => {
  const page = await home.admin('GET', `/v1/admin/audit/acts?action=${action}`);
  expect(page.intact).toBe(true);
  return page.items as { details: Record<string, unknown> }[];
};

describe('mailboxes of alert rules', () => {
  test('a mailbox gets only a code before it is confirmed', async () => {
    const owner = await newOwner(home, 'mia');
    const agent = await agentOf(home, 'moth', owner);
    const email = 'mia.secret@mail.example';
    const made = await setRules(owner, { email, failing: true });
    expect(made).toMatchObject({ email: { address: 'm…@mail.example', confirmed: false } });
    expect(made).not.toHaveProperty('secret');
    await failRuns(agent);
    const code = await codeTo(email);
    await eventually(async () => expect((await stateOf(owner)).alerts).toHaveLength(1));
    expect(mailsTo(email).every(isCode)).toBe(true);
    const other = await newOwner(home, 'eva');
    for (const [token, given] of [
      [owner, 'aaaa-aaaa-aaaa-aaaa'],
      [other, code],
      [owner, ''.padEnd(16, '0')],
    ] as const)
      expectProblem(await confirm(token, given), 'confirmation_invalid');
    expect((await confirm(owner, code.toUpperCase())).body).toEqual({ confirmed: true });
    expectProblem(await confirm(owner, code), 'confirmation_invalid');
    // The alert of before is sent now.
    const alert = await eventually(() => {
      const found = mailsTo(email).find((one) => !isCode(one));
      if (!found) throw new Error('no alert yet');
      return found;
    });
    expect(alert.text).toContain('Agent moth is failing: 3 runs in a row');
    expect(alert.text).toContain('model_unavailable');
    expect(alert.text).toContain('连续 3 次运行失败');
    expect(alert.text).toContain('https://home.example/agents/moth');
    await eventually(async () =>
      expect((await stateOf(owner)).alerts).toMatchObject([
        { attempts: 0, email: { attempts: 1, delivered_at: expect.any(String) } },
      ]),
    );
    expect((await acts('alert.confirm')).length).toBe(1);
    const shown = JSON.stringify([await stateOf(owner), await acts('alert.rules'), log]);
    for (const secret of ['mia.secret', code, mailPassword, encodeURIComponent(mailPassword)])
      expect(shown.includes(secret), secret).toBe(false);
  });

  test('wrong and old codes confirm nothing', async () => {
    const owner = await newOwner(home, 'gil');
    const email = 'gil@mail.example';
    await setRules(owner, { email });
    const first = await codeTo(email);
    for (let time = 0; time < 5; time += 1)
      expectProblem(await confirm(owner, `wrong-${time}`), 'confirmation_invalid');
    expectProblem(await confirm(owner, first), 'confirmation_invalid');
    await eventually(async () => expect((await setRules(owner, { email })).email?.confirmed).toBe(false));
    const second = await codeTo(email, 2);
    await home.open.platform.database.execute(
      sql`update alert_mailboxes set code_expires_at = now() - interval '1 second' where scope = 'gil'`,
    );
    for (const code of [first, second]) expectProblem(await confirm(owner, code), 'confirmation_invalid');
    expect((await stateOf(owner)).rules?.email?.confirmed).toBe(false);
  });

  test('codes to one mailbox and of one owner are limited without a trace', async () => {
    const victim = 'victim@mail.example';
    const spellings = [victim, 'Vic.tim@mail.example', 'victim+1@mail.example', 'victim+2@mail.example'];
    const answers: unknown[] = [];
    for (const [index, email] of spellings.entries()) {
      const owner = await newOwner(home, `mallory${index}`);
      const { changed_at: _, email: shown, ...made } = await setRules(owner, { email });
      answers.push({ ...made, confirmed: shown?.confirmed });
      if (index < 3) await codeTo(email);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const owner = await newOwner(home, 'flood');
    for (let time = 0; time < 5; time += 1) await setRules(owner, { email: `box${time}@mail.example` });
    expectProblem(await put(owner, { email: 'box5@mail.example' }), 'rate_limited');
    await codeTo('box4@mail.example');
    const flooded = mail.received.filter(({ to }) => /vic/i.test(String(to)));
    expect(flooded).toHaveLength(3);
  });

  test('without a mail server an email is refused with a remedy', async () => {
    const plain = await startHome({ worker: false });
    onTestFinished(() => plain.close());
    const answer = await call(
      plain.secrets.adminToken,
      'PUT',
      '/v1/alerts',
      { email: 'ada@mail.example', failing: true },
      plain.url,
    );
    expectProblem(answer, 'mail_not_configured');
    expect(JSON.stringify(answer.body)).toContain('AGENT_HOME_SMTP_URL');
    for (const rules of [
      {},
      { email: 'a@b.example, c@d.example' },
      { email: 'a@b.example\r\nBcc: c@d.example' },
    ])
      expectProblem(
        await call(plain.secrets.adminToken, 'PUT', '/v1/alerts', { ...rules, failing: true }, plain.url),
        'invalid_request',
      );
  });

  test('retries a mail that its server refuses, and ends with the rules', async () => {
    const owner = await newOwner(home, 'rex');
    const agent = await agentOf(home, 'rook', owner);
    const email = 'rex@mail.example';
    await setMailbox(owner, email, { failing: true });
    isRefusing = true;
    onTestFinished(() => {
      isRefusing = false;
    });
    await failRuns(agent);
    await eventually(async () =>
      expect((await stateOf(owner)).alerts).toMatchObject([
        { email: { attempts: 1, failure: 'refused_by_receiver' } },
      ]),
    );
    isRefusing = false;
    const { database } = home.open.platform;
    await database.execute(sql`update agent_alerts set mail_next_attempt_at = now() where agent_id = 'rook'`);
    await eventually(async () =>
      expect((await stateOf(owner)).alerts).toMatchObject([
        { email: { attempts: 2, delivered_at: expect.any(String) } },
      ]),
    );
    expect((await call(owner, 'DELETE')).body).toEqual({ deleted: true });
    const left = await database.execute(sql`select 1 from alert_mailboxes where scope = 'rex'`);
    expect(left).toHaveLength(0);
  });
});

describe('pending calls', () => {
  test('notifies receivers of pending calls without arguments, at most once a minute', async () => {
    const owner = await newOwner(home, 'pia');
    const agent = await agentOf(home, 'pip', owner);
    const received: { body: DeliveredApprovals; isSigned: boolean }[] = [];
    let secret = '';
    const server = createServer(async (incoming, response) => {
      let text = '';
      for await (const chunk of incoming) text += String(chunk);
      const [, seconds, given] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(incoming.headers['agent-home-signature'])) ?? [];
      const isSigned = given === createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex');
      received.push({ body: JSON.parse(text) as DeliveredApprovals, isSigned });
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const email = 'pia@mail.example';
    secret = (await setRules(owner, { url, email, approvals: true })).secret ?? '';
    await confirm(owner, await codeTo(email));
    await request(agent, { tool: 'mail.send evil.example\r\nBcc: x', risk: 'high' });
    const mails = () => mailsTo(email).filter((one) => !isCode(one));
    await eventually(() => expect([mails().length, received.length]).toEqual([1, 1]));
    expect(mails()[0]?.text).toMatch(/^- pip: mail_send_evil_example__Bcc__x, risk high, until /m);
    expect(mails()[0]?.text).toContain('https://home.example/office/approvals');
    expect(received[0]).toMatchObject({
      isSigned: true,
      body: { kind: 'approvals', count: 1, approvals: [{ agent_id: 'pip', risk: 'high' }] },
    });
    // Later calls wait for the next message; a withdrawn and an expired one are not in it.
    const withdrawn = await request(agent);
    const expired = await request(agent);
    for (let time = 0; time < 22; time += 1) await request(agent);
    await agent.call('DELETE', `/v1/approvals/${withdrawn.approval_id}`);
    const { database } = home.open.platform;
    await database.execute(
      sql`update run_approvals set expires_at = now() - interval '1 second' where approval_id = ${expired.approval_id}`,
    );
    const [next] = await database.execute<{ seconds: number }>(
      sql`select extract(epoch from next_attempt_at - delivered_at)::float as seconds from approval_messages
          where scope = 'pia' and receiver = 'email'`,
    );
    expect(next?.seconds).toBeGreaterThanOrEqual(60);
    expect(mails()).toHaveLength(1);
    await database.execute(sql`update approval_messages set next_attempt_at = now() where scope = 'pia'`);
    await eventually(() => expect([mails().length, received.length]).toEqual([2, 2]));
    expect(received[1]?.body).toMatchObject({ count: 22 });
    expect(received[1]?.body.approvals).toHaveLength(20);
    expect(mails()[1]?.text).toContain('and 2 more');
    for (const text of [...mails().map(({ raw, text }) => raw + text), JSON.stringify(received)])
      for (const unwanted of [hidden, 'arguments":', withdrawn.approval_id, expired.approval_id])
        expect(text.includes(unwanted), unwanted).toBe(false);
    await eventually(async () => expect((await acts('approvals.notify')).length).toBe(4));
  });

  test('notifies only those who may decide, and nothing that is decided before', async () => {
    const [owner, other] = [await newOwner(home, 'ria'), await newOwner(home, 'ole')];
    const [agent, shared] = [await agentOf(home, 'ray', owner), await agentOf(home, 'rio', owner)];
    await call(owner, 'PUT', '/v1/agents/rio/approver-rules', {
      admins_may_decide: true,
      two_for_high_risk: false,
    });
    const { approval_id, arguments_sha256 } = await request(agent);
    const path = `/v1/agents/ray/approvals/${approval_id}/decision`;
    expect((await call(owner, 'POST', path, { decision: 'deny', arguments_sha256 })).status).toBe(200);
    await setMailbox(owner, 'ria@mail.example', { approvals: true });
    await setMailbox(other, 'ole@mail.example', { approvals: true });
    await setMailbox(home.secrets.adminToken, 'office@mail.example', { approvals: true });
    await request(agent);
    await request(shared);
    const notified = (address: string) =>
      mailsTo(address)
        .filter((one) => !isCode(one))
        .map(({ text }) => text)
        .join('\n');
    const { database } = home.open.platform;
    await eventually(async () => {
      await database.execute(
        sql`update approval_messages set next_attempt_at = now() where scope in ('ria', '')`,
      );
      expect(notified('ria@mail.example').match(/^- /gm)).toHaveLength(2);
      expect(notified('office@mail.example')).toContain('- rio: ');
    });
    expect(notified('office@mail.example')).not.toContain('ray');
    expect(notified('ole@mail.example')).toBe('');
    expect((await call(home.secrets.adminToken, 'DELETE')).body).toEqual({ deleted: true });
  });
});
