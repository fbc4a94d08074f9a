import { canonicalJson, sha256HexOfText } from '@agent-home/protocol';
import type { AgentHome } from '@agent-home/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { hostileTexts } from './support/hostile-texts.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;
let visitor: Visitor;
let lamp: AgentHome;

beforeAll(async () => {
  home = await startWatchedHome({ residents: false });
  browser = await openBrowser();
  await home.admin('POST', '/v1/admin/owners', { owner_id: 'grace', name: 'Grace' });
  const { token } = await home.admin('POST', '/v1/admin/tokens', {
    role: 'owner',
    owner_id: 'grace',
    label: 'grace',
  });
  lamp = await sdkAgent(home, 'lamp', { cache: { freshSeconds: 0, staleSeconds: 0 } }, String(token));
  await eventually(() => lamp.card('lamp'), 20_000);
  visitor = await openPage(browser, home.url, { width: 390, height: 800 });
  await visitor.page.goto('/sign-in');
  await visitor.page.locator('#token').fill(String(token));
  await visitor.page.locator('form button[type=submit]').click();
  await visitor.page.locator('a[href="/office"]').first().waitFor();
});
afterAll(async () => {
  await visitor?.context.close();
  await browser?.close();
  await lamp?.close();
  await home?.close();
});

async function request(number: number, call: Record<string, string>, tool = 'bash') {
  const text = canonicalJson(call);
  await lamp.requestApproval({
    approval_id: `ask_${String(number).padStart(32, '0')}`,
    run_id: `run_${number}`,
    tool_call_id: 'call_1',
    tool,
    arguments: text,
    arguments_sha256: sha256HexOfText(text),
    risk: 'high',
    rules: [{ layer: 'operator', rule: 'autoApprove', effect: 'confirm' }],
    tainted: true,
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  });
}

const card = (number: number) =>
  visitor.page.locator(`[data-approval=ask_${String(number).padStart(32, '0')}]`);

describe('approvals in the office', () => {
  test('an owner decides on a call by its exact arguments', async () => {
    const { page, complaints } = visitor;
    await request(1, { command: 'git push --force' });
    await request(2, { command: 'rm -rf build' });
    await request(3, { command: 'rm -rf dist' });
    await page.goto('/office/approvals');
    await card(1).getByText('git push --force').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT, fullPage: true });
    await card(1).locator('button').first().click();
    await page.locator('dialog input').first().fill('Reviewed.');
    await page.locator('dialog button[type=submit]').click();
    await card(1).waitFor({ state: 'detached' });
    const view = await eventually(async () => {
      const found = await lamp.approval(`ask_${'1'.padStart(32, '0')}`);
      if (!found) throw new Error('not certified yet');
      return found;
    }, 20_000);
    expect(view.approval).toMatchObject({ decision: 'approve', reason: 'Reviewed.' });
    for (const number of [2, 3]) await card(number).locator('input[type=checkbox]').check();
    await page.getByRole('button', { name: 'Deny 2 marked calls' }).click();
    for (const number of [2, 3]) await card(number).waitFor({ state: 'detached' });
    const denied = await eventually(async () => {
      const found = await lamp.approval(`ask_${'3'.padStart(32, '0')}`);
      if (!found) throw new Error('not certified yet');
      return found;
    }, 20_000);
    expect([denied.approval.decision, complaints]).toEqual(['deny', []]);
  });

  test('hostile arguments of a call stay text', async () => {
    const { page, complaints } = visitor;
    await request(4, Object.fromEntries(hostileTexts.map((text, at) => [`a${at}`, text.toWellFormed()])));
    await request(5, { ['x'.repeat(5_000)]: 'y'.repeat(20_000) }, '<img src=x onerror=alert(1)>');
    await page.goto('/office/approvals');
    await card(5).waitFor();
    const width = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect([await page.locator('main img[src=x], main script').count(), width, complaints]).toEqual([
      0,
      0,
      [],
    ]);
  });
});
