import type { AgentPolicies } from '@agent-home/http-contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { approvalOf } from '../support/approval-request.ts';
import { eventually } from '../support/eventually.ts';
import { newOwner } from '../support/look.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { agentOf, getRuns } from '../support/mirrored-runs.ts';
import { policyText } from '../support/policy-texts.ts';
import type { RawAgent } from '../support/raw-agent.ts';
import { linesOf, sealRun } from '../support/sealed-run.ts';
import { startHome, type TestHome } from '../support/start-home.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { layoutFaults, watchLayout } from './support/layout.ts';
import { signInAsOwner } from './support/owner-home.ts';
import { signInBySession } from './support/sign-in.ts';

let mail: MailServer;
let home: TestHome;
let browser: Browser;
let olga: string;
let otto: string;
let ada: RawAgent;

beforeAll(async () => {
  mail = await startMailServer();
  home = await startHome({
    environment: {
      AGENT_HOME_ANONYMOUS_PAGE: 'on',
      AGENT_HOME_ALERTS_PRIVATE_NETWORK: 'on',
      AGENT_HOME_ALERTS_SECONDS: '0.2',
      AGENT_HOME_SMTP_URL: mail.url,
      AGENT_HOME_MAIL_FROM: 'home@home.example',
    },
  });
  browser = await openBrowser();
  olga = await newOwner(home, 'olga');
  otto = await newOwner(home, 'otto');
  ada = await agentOf(home, 'ada', olga);
  for (const runId of ['run_first', 'run_second']) {
    const records = linesOf(sealRun({ runId, agentId: 'ada', asked: `Question of ${runId}` }));
    await ada.call('POST', `/v1/runs/${runId}/records`, { from_seq: 0, records });
  }
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
  await mail?.close();
});

async function expectSound(page: Page, name: string): Promise<void> {
  expect(await seriousViolations(page)).toEqual([]);
  expect(await layoutFaults(page, name)).toEqual([]);
}

test('an owner compares cost and saves a view by keyboard', { timeout: 90_000 }, async () => {
  const visitor = await openPage(browser, home.url);
  const { page, context, complaints } = visitor;
  await watchLayout(page);
  await signInAsOwner(visitor, olga);
  await page.goto('/runs');
  const use = page.locator('[data-runs-use]');
  await use.locator('[data-use-agent=ada]', { hasText: '0.5' }).waitFor();
  await use.getByLabel('As a table').check();
  await use.locator('[data-use-day]', { hasText: '0.5' }).waitFor();
  await use.getByLabel('Amount').selectOption('tokens');
  await use.locator('[data-use-day]', { hasText: '300' }).waitFor();
  await use.getByLabel('As a table').uncheck();
  await expectSound(page, 'use of runs');
  await page.goto('/runs?agent=ada&state=answered');
  await page.getByRole('button', { name: 'Save these filters' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Answered by Ada');
  await page.keyboard.press('Enter');
  const view = page.locator('[data-saved-views] a', { hasText: 'Answered by Ada' });
  await view.waitFor();
  await page.goto('/runs');
  await view.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/runs?agent=ada&state=answered');
  await expectSound(page, 'saved views');
  await page.getByRole('button', { name: 'Change the view Answered by Ada' }).press('Enter');
  await page.getByLabel('Name of the view').fill('Good ones');
  await page.keyboard.press('Enter');
  await page.locator('[data-saved-views] a', { hasText: 'Good ones' }).waitFor();
  await page.evaluate("localStorage.setItem('agent-home-run-views:owner:olga', '{nonsense')");
  await page.reload();
  await page.locator('.runs-list li').first().waitFor();
  expect(await page.locator('[data-saved-views] a').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('an owner binds a policy to its agent after a preview', { timeout: 90_000 }, async () => {
  const visitor = await openPage(browser, home.url);
  const { page, context, complaints } = visitor;
  await watchLayout(page);
  await signInAsOwner(visitor, olga);
  await page.goto('/agents/ada');
  const rules = page.locator('[data-agent-rules=ada]');
  await rules.locator('[data-definition] a', { hasText: 'latest run' }).waitFor();
  await rules.getByLabel('Policy to add or replace').fill('kind: Policy');
  await rules.getByRole('button', { name: 'Add to the preview' }).click();
  await rules.locator('[role=alert]').waitFor();
  await rules.getByRole('button', { name: 'Start from an example' }).click();
  await rules.getByRole('button', { name: 'Add to the preview' }).click();
  await rules.locator('[data-change=added] [data-policy-rule=deny]', { hasText: 'bash' }).waitFor();
  const bound = () => getRuns<AgentPolicies>(home, olga, '/v1/agents/ada/policies');
  expect((await bound()).policies).toEqual([]);
  await expectSound(page, 'policies of an agent');
  await rules.getByRole('button', { name: 'Apply these changes' }).click();
  await rules.locator('[data-change=same]').waitFor();
  expect((await bound()).policies).toMatchObject([{ name: 'no-shell', bound_by: 'owner' }]);
  const { bundle_sha256: hash = 'none' } = await eventually(async () => {
    const now = await bound();
    expect(now.bundle_sha256).toBeDefined();
    return now;
  });
  await rules.locator('.rules-hash', { hasText: hash }).waitFor();
  await rules.getByLabel('two approvers').check();
  await rules.locator('[data-approver-rules] button').click();
  await rules.getByText('Saved.').waitFor();
  await rules.getByRole('button', { name: 'Unbind no-shell' }).click();
  await rules.locator('[data-change=removed]').waitFor();
  await rules.getByRole('button', { name: 'Apply these changes' }).click();
  await eventually(async () => expect((await bound()).policies).toEqual([]));
  expect(complaints).toEqual([]);
  await context.close();
});

test('rules of an agent are for its owner and the office', {
  timeout: 90_000,
}, async () => {
  const admin = await openPage(browser, home.url);
  await signInBySession(admin, { adminToken: home.secrets.adminToken });
  await admin.page.goto('/agents/ada');
  await admin.page.locator('[data-agent-rules=ada] [data-definition] a').first().waitFor();
  expect(await admin.page.locator('[data-approver-rules] input:enabled').count()).toBe(0);
  await admin.context.close();
  const visitor = await openPage(browser, home.url);
  await signInAsOwner(visitor, otto);
  const asked: string[] = [];
  visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visitor.page.goto('/agents/ada');
  await visitor.page.locator('.card-details').waitFor();
  expect(await visitor.page.locator('[data-agent-rules]').count()).toBe(0);
  expect(asked.filter((path) => /policies|approver|\/v1\/runs/.test(path))).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.context.close();
});

test('an owner sets alerts, whose secret is shown once', { timeout: 90_000 }, async () => {
  const visitor = await openPage(browser, home.url);
  const { page, context, complaints } = visitor;
  await watchLayout(page);
  await signInAsOwner(visitor, olga);
  await page.goto('/mine');
  const alerts = page.locator('[data-alert-rules]');
  await alerts.getByLabel('URL of the receiver').fill('https://alerts.example/secret-path');
  await alerts.getByLabel('more tokens on a day').fill('5000');
  await alerts.getByRole('button', { name: 'Save the alerts' }).click();
  const secret = (await alerts.locator('[data-secret] code').textContent()) ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);
  await alerts.getByText('https://alerts.example', { exact: true }).waitFor();
  await expectSound(page, 'alerts');
  await page.reload();
  await alerts.getByText('https://alerts.example', { exact: true }).waitFor();
  const text = await page.locator('main').innerText();
  expect(text).not.toContain(secret);
  expect(text).not.toContain('secret-path');
  await alerts.getByRole('button', { name: 'Remove' }).click();
  await alerts.getByRole('button', { name: 'Remove', exact: true }).click();
  await alerts.getByText('No alerts are set.').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

function codesTo(address: string): string[] {
  const mails = mail.received.filter(({ to }) => to.includes(address));
  return mails.flatMap(({ text }) => /^Code: (\S+)/.exec(text)?.[1] ?? []);
}

test('an owner confirms a mailbox for alerts and pending decisions', { timeout: 90_000 }, async () => {
  const visitor = await openPage(browser, home.url);
  const { page, context, complaints } = visitor;
  await watchLayout(page);
  await signInAsOwner(visitor, olga);
  await page.goto('/mine');
  const alerts = page.locator('[data-alert-rules]');
  const address = 'olga.secret@mail.example';
  await alerts.getByLabel('Mail address').fill(address);
  await alerts.getByLabel('Report calls that wait for a decision').check();
  await alerts.getByRole('button', { name: 'Save the alerts' }).click();
  await alerts.locator('[data-mailbox=unconfirmed]', { hasText: 'o…@mail.example' }).waitFor();
  await eventually(() => expect(codesTo(address)).toHaveLength(1));
  await expectSound(page, 'mailbox of alerts');
  await alerts.getByRole('button', { name: 'Send another code' }).click();
  await eventually(() => expect(codesTo(address)).toHaveLength(2));
  const [first = '', second = ''] = codesTo(address);
  await alerts.getByLabel('Code from the mail').fill(first);
  await alerts.getByRole('button', { name: 'Confirm the address' }).click();
  await alerts.getByRole('alert').waitFor();
  await alerts.getByLabel('Code from the mail').fill(second);
  await alerts.getByRole('button', { name: 'Confirm the address' }).click();
  await alerts.locator('[data-mailbox=confirmed]').waitFor();
  expect(await alerts.getByLabel('Report calls that wait for a decision').isChecked()).toBe(true);
  expect(await page.locator('main').innerText()).not.toContain('olga.secret');
  await expectSound(page, 'confirmed mailbox');
  // The browser reports the refused code.
  expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
  await context.close();
});

test('an admin learns that a home without mail server sends no mails', { timeout: 90_000 }, async () => {
  const mailless = await startHome();
  onTestFinished(() => mailless.close());
  const admin = await openPage(browser, mailless.url);
  await signInBySession(admin, { adminToken: mailless.secrets.adminToken });
  await admin.page.goto('/office/rules');
  const alerts = admin.page.locator('[data-alert-rules]');
  await alerts.getByLabel('Mail address').fill('admin@mail.example');
  await alerts.getByRole('button', { name: 'Save the alerts' }).click();
  await alerts.getByRole('alert').filter({ hasText: 'AGENT_HOME_SMTP_URL' }).waitFor();
  await admin.context.close();
});

test('an admin binds a policy of all agents in the office', { timeout: 90_000 }, async () => {
  const admin = await openPage(browser, home.url, { language: 'zh', width: 390, height: 844 });
  const { page, context, complaints } = admin;
  await watchLayout(page);
  await signInBySession(admin, { adminToken: home.secrets.adminToken });
  await page.goto('/office/rules');
  const form = page.locator('[data-policies-form]');
  await form.getByRole('button', { name: '从示例开始' }).click();
  await form.getByRole('button', { name: '加入预览' }).click();
  await form.locator('[data-change=added]').waitFor();
  await expectSound(page, 'policies of all agents');
  await form.getByRole('button', { name: '应用这些更改' }).click();
  await form.locator('[data-change=same]').waitFor();
  const { policies } = await getRuns<AgentPolicies>(home, olga, '/v1/agents/ada/policies');
  expect(policies).toMatchObject([{ name: 'no-shell', bound_by: 'admin' }]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('an overtaken change of policies is refused and shown', { timeout: 90_000 }, async () => {
  const path = '/v1/agents/ada/policies';
  for (const [language, add, apply, changedBy] of [
    ['en', 'Add to the preview', 'Apply these changes', 'Last change by token'],
    ['zh', '加入预览', '应用这些更改', '最近更改者：令牌'],
  ] as const) {
    const visitor = await openPage(browser, home.url, { language, width: 390, height: 844 });
    const { page, context, complaints } = visitor;
    await watchLayout(page);
    await signInAsOwner(visitor, olga);
    await page.goto('/agents/ada');
    const form = page.locator('[data-policies-form]');
    await form.locator('textarea').fill(policyText(`of-owner-${language}`, [{ effect: 'deny' }]));
    await form.getByRole('button', { name: add }).click();
    await form.locator('[data-preview]').waitFor();
    const [first, second] = [`of-admin-${language}`, `later-${language}`];
    await home.admin('PUT', path, { policies: [{ text: policyText(first, [{ effect: 'deny' }]) }] });
    await form.getByRole('button', { name: apply }).click();
    await form.locator('[data-overtaken]', { hasText: changedBy }).waitFor();
    await form.locator('[data-change=same]', { hasText: first }).waitFor();
    expect(await form.locator('[data-preview]').count()).toBe(0);
    await expectSound(page, 'overtaken policies');
    // The change succeeds from the list that is shown now.
    await form.locator('textarea').fill(policyText(second, [{ effect: 'deny' }]));
    await form.getByRole('button', { name: add }).click();
    await form.getByRole('button', { name: apply }).click();
    await form.locator('[data-change=same]', { hasText: second }).waitFor();
    expect(await form.locator('[data-overtaken]').count()).toBe(0);
    await home.admin('PUT', path, { policies: [] });
    // The browser reports the refused change.
    expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
    await context.close();
  }
});

test('a waiting call reaches its owner without a reload', {
  timeout: 90_000,
}, async () => {
  const visitor = await openPage(browser, home.url);
  const { page, context } = visitor;
  await signInAsOwner(visitor, olga);
  await page.goto('/mine');
  await page.locator('[data-own-agent=ada]').waitFor();
  expect(await page.locator('[data-approvals-notice]').count()).toBe(0);
  const question = approvalOf(`ask_${'1'.repeat(32)}`);
  const { status, body } = await ada.call('POST', '/v1/approvals', question);
  expect(status, JSON.stringify(body)).toBe(201);
  await page.locator('[data-approvals-notice] a[href="/office/approvals"]').waitFor();
  await page.locator('[data-waiting=run_approval]').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await context.close();
});
