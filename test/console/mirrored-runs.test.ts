import { privateFields } from '@agent-home/agent-runtime/run-log';
import { asJson } from '@agent-home/protocol';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { newOwner } from '../support/look.ts';
import { agentOf } from '../support/mirrored-runs.ts';
import type { RawAgent } from '../support/raw-agent.ts';
import { linesOf, sealDrafts, sealRun } from '../support/sealed-run.ts';
import { startHome, type TestHome } from '../support/start-home.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { layoutFaults, watchLayout } from './support/layout.ts';
import { signInAsOwner } from './support/owner-home.ts';
import { signInBySession } from './support/sign-in.ts';

const hostile = '<img src=x onerror="window.pwned=1"> \u202eevil';

let home: TestHome;
let browser: Browser;
let token: string;
let ada: RawAgent;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ANONYMOUS_PAGE: 'on' } });
  browser = await openBrowser();
  token = await newOwner(home, 'olga');
  ada = await agentOf(home, 'ada', token);
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

async function send(runId: string, from_seq: number, records: readonly string[]): Promise<void> {
  const { status, body } = await ada.call('POST', `/v1/runs/${runId}/records`, { from_seq, records });
  expect(status, JSON.stringify(body)).toBe(200);
}

const item = (page: Page, text: string) => page.locator('.runs-list a', { hasText: text }).first();

test('an owner sees a run live from its start to its end', { timeout: 90_000 }, async () => {
  const lines = linesOf(sealRun({ runId: 'run_live', agentId: 'ada', asked: `Live ${hostile}` }));
  const visitor = await openPage(browser, home.url);
  const { page, context, complaints } = visitor;
  await signInAsOwner(visitor, token);
  await page.locator('.shell-nav a[href="/runs"]').click();
  await page.locator('h1').waitFor();
  await send('run_live', 0, lines.slice(0, 3));
  // The list finds it without a reload.
  await item(page, 'Live').click();
  await page.waitForURL('**/runs/ada~run_live');
  await page.locator('.badge-live', { hasText: 'running' }).waitFor();
  const shown = () => page.locator('main').innerText();
  await eventually(async () => expect(await shown()).toContain('onerror'));
  expect(await shown()).not.toContain('Fine.');
  await send('run_live', 3, lines.slice(3, -1));
  await eventually(async () => expect(await shown()).toContain('Fine.'));
  await send('run_live', lines.length - 1, lines.slice(-1));
  await page.locator('.badge-good', { hasText: 'answered' }).waitFor();
  await page.locator('.run-tabs a[href="/runs/ada~run_live/records"]').click();
  await page
    .locator('.record-summary')
    .nth(lines.length - 1)
    .waitFor();
  await page.locator('.run-tabs a[href="/runs/ada~run_live/timeline"]').click();
  await page.locator('main', { hasText: 'small' }).waitFor();
  // Its agent's page leads to its runs.
  await page.goto('/agents/ada');
  await page.locator('a[href="/runs?agent=ada"]').click();
  await item(page, 'Live').waitFor();
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a streamed response grows on the page of its run', { timeout: 90_000 }, async () => {
  const lines = linesOf(sealRun({ runId: 'run_streamed', agentId: 'ada', asked: 'Streamed', pieces: 6 }));
  const answered = lines.findIndex((line) => line.endsWith('"type":"model.answered"}'));
  const visitor = await openPage(browser, home.url);
  const { page, context, complaints } = visitor;
  await signInAsOwner(visitor, token);
  await send('run_streamed', 0, lines.slice(0, answered - 6));
  await page.goto('/runs/ada~run_streamed');
  const step = page.locator('.run-step', { hasText: 'Waiting for the model' });
  await step.waitFor();
  for (let piece = 0; piece < 6; piece++) {
    await send('run_streamed', answered - 6 + piece, lines.slice(answered - 6 + piece, answered - 5 + piece));
    await eventually(async () => expect(await step.innerText()).toContain(`piece ${piece}`));
  }
  // The response replaces its pieces.
  await send('run_streamed', answered, lines.slice(answered));
  await page.locator('.run-step', { hasText: 'Fine.' }).first().waitFor();
  expect(await step.count()).toBe(0);
  expect(await page.locator('main').innerText()).not.toContain('piece 0');
  expect(complaints).toEqual([]);
  await context.close();
});

test('an owner filters runs, reads a conflict and erases a run', { timeout: 90_000 }, async () => {
  const startedAt = new Date(Date.now() - 3 * 86_400_000);
  const failed = {
    runId: 'run_failed',
    agentId: 'ada',
    failedWith: 'loop_detected',
    asked: 'Old question',
    startedAt,
  };
  const lines = linesOf(sealRun(failed));
  await send('run_failed', 0, lines);
  const other = linesOf(sealRun({ ...failed, asked: 'Other question' }));
  await ada.call('POST', '/v1/runs/run_failed/records', { from_seq: 0, records: other });
  const visitor = await openPage(browser, home.url, { language: 'zh', width: 390, height: 844 });
  const { page, context, complaints } = visitor;
  await watchLayout(page);
  await signInAsOwner(visitor, token);
  await page.goto('/runs?code=loop_detected');
  await item(page, 'Old question').waitFor();
  expect(await page.locator('.runs-list li').count()).toBe(1);
  expect(await layoutFaults(page, 'mirrored runs')).toEqual([]);
  expect(await seriousViolations(page)).toEqual([]);
  await page.locator('input[type=date]').first().fill(new Date().toISOString().slice(0, 10));
  await page.waitForURL('**since=*');
  await eventually(async () => expect(await page.locator('.runs-list li').count()).toBe(0));
  await page.locator('input[type=date]').first().fill('');
  await item(page, 'Old question').click();
  await page.locator('[role=alert]', { hasText: '1' }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await layoutFaults(page, 'mirrored run')).toEqual([]);
  await page.getByRole('button', { name: '删除……' }).click();
  await page.getByRole('button', { name: '删除', exact: true }).click();
  await page.locator('.notice', { hasText: '哈希' }).waitFor();
  expect(await page.locator('main').innerText()).not.toContain('Old question');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a copy names what it lacks in place of empty texts', { timeout: 90_000 }, async () => {
  const privacy = { fields: [...privateFields], key: 'd'.repeat(64) };
  const plain = sealRun({ runId: 'run_lacking', agentId: 'ada' }).map(({ record }) => record);
  const drafts = plain.map(({ type, data }) => ({
    type,
    data:
      type === 'run.started'
        ? asJson({ ...data, private_fields: privacy.fields, private_key: privacy.key })
        : type === 'call.requested'
          ? { ...data, arguments: { path: 'CANARY' } }
          : data,
    privacy,
  }));
  const lines = linesOf(sealDrafts({ runId: 'run_lacking', agentId: 'ada' }, drafts));
  await send('run_lacking', 0, lines);
  for (const [language, note] of [
    ['en', 'Not in this copy: arguments'],
    ['zh', '此副本不含：arguments'],
  ] as const) {
    const visitor = await openPage(browser, home.url, { language });
    const { page, context, complaints } = visitor;
    await signInAsOwner(visitor, token);
    await page.goto('/runs/ada~run_lacking');
    const call = page.locator('.run-step', { hasText: note });
    await call.waitFor();
    // No empty arguments stand in the place of the real ones.
    expect(await call.locator('.run-step-json').count()).toBe(0);
    expect(await page.locator('main').innerText()).not.toContain('CANARY');
    const seq = lines.findIndex((line) => line.endsWith('"type":"call.requested"}'));
    await page.goto(`/runs/ada~run_lacking/records/${seq}`);
    const record = page.locator('main section li', { hasText: note }).first();
    await record.locator('.record-json').waitFor();
    expect(await record.locator('.record-json').innerText()).not.toContain('"arguments":');
    expect(await seriousViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test('a copy without records for an hour has no live state', { timeout: 60_000 }, async () => {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  for (const [runId, startedAt] of [
    ['run_silent', hours(2)],
    ['run_recent', hours(0)],
  ] as const)
    await send(runId, 0, linesOf(sealRun({ runId, agentId: 'ada', asked: runId, startedAt, isOpen: true })));
  const visitor = await openPage(browser, home.url);
  const { page, context, complaints } = visitor;
  await signInAsOwner(visitor, token);
  await page.goto('/runs');
  await item(page, 'run_silent').locator('[data-silent]', { hasText: 'no record since' }).waitFor();
  await item(page, 'run_recent').locator('.badge-live').waitFor();
  await item(page, 'run_silent').click();
  await page.locator('.run-head [data-silent]').waitFor();
  expect(await page.locator('.run-head .badge-live').count()).toBe(0);
  // Decisions are judged again only when the reader opens them.
  expect(await page.locator('[data-judged]').count()).toBe(0);
  await page.getByText('Judge decisions again').click();
  await page.locator('[data-judged]').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a visitor has no way to the runs of others', { timeout: 60_000 }, async () => {
  const lines = linesOf(sealRun({ runId: 'run_private', agentId: 'ada' }));
  await send('run_private', 0, lines);
  const { page, context } = await openPage(browser, home.url);
  await page.goto('/runs/run_private');
  await page.locator('#token').waitFor();
  const text = await page.locator('main').innerText();
  await page.goto('/runs/run_nowhere');
  await page.locator('#token').waitFor();
  expect(await page.locator('main').innerText()).toBe(text);
  expect(await page.locator('.shell-nav a[href="/runs"]').count()).toBe(0);
  await context.close();
  const admin = await openPage(browser, home.url);
  await signInBySession(admin, { adminToken: home.secrets.adminToken });
  await admin.page.goto('/runs/run_private');
  await admin.page.locator('.badge-good').waitFor();
  // Another agent copies the id: each run stays in the list with its agent.
  const copied = sealRun({ runId: 'run_private', agentId: 'oz', asked: 'A copied id' });
  const oz = await agentOf(home, 'oz', await newOwner(home, 'otto'));
  await oz.call('POST', '/v1/runs/run_private/records', { from_seq: 0, records: linesOf(copied) });
  await admin.page.goto('/runs/run_private');
  await admin.page.locator('[role=alert]').waitFor();
  await admin.page.goto('/runs?text=run_private');
  await admin.page.locator('.runs-list a[href="/runs/oz~run_private"]').waitFor();
  await admin.page.locator('.runs-list a[href="/runs/ada~run_private"]').click();
  await admin.page.locator('.badge-good').waitFor();
  await admin.page.locator('.run-step', { hasText: 'How is the weather?' }).waitFor();
  await admin.context.close();
});
