import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOwner } from '../support/look.ts';
import { agentOf } from '../support/mirrored-runs.ts';
import { linesOf, sealRun } from '../support/sealed-run.ts';
import { startHome, type TestHome } from '../support/start-home.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { signInAsOwner } from './support/owner-home.ts';
import { signInBySession } from './support/sign-in.ts';

let home: TestHome;
let browser: Browser;
let olga: string;
let otto: string;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ANONYMOUS_PAGE: 'on' } });
  browser = await openBrowser();
  olga = await newOwner(home, 'olga');
  otto = await newOwner(home, 'otto');
  const ada = await agentOf(home, 'ada', olga);
  for (const runId of ['run_failed_1', 'run_failed_2', 'run_failed_3']) {
    const records = linesOf(sealRun({ runId, agentId: 'ada', failedWith: 'model_unavailable' }));
    const { status } = await ada.call('POST', `/v1/runs/${runId}/records`, { from_seq: 0, records });
    expect(status).toBe(200);
  }
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

test('a failing agent is visible to its owner and the office alone', { timeout: 90_000 }, async () => {
  const owner = await openPage(browser, home.url);
  await signInAsOwner(owner, olga);
  for (const path of ['/mine', '/agents/ada']) {
    await owner.page.goto(path);
    const notice = owner.page.locator('[data-failing=ada]');
    await notice.getByText('3 runs failed [model_unavailable]').waitFor();
    expect(await notice.innerText()).toContain('check that the model’s server runs');
    expect(await seriousViolations(owner.page)).toEqual([]);
  }
  await owner.page.locator('[data-failing=ada] a').click();
  await owner.page.waitForURL('**/runs/ada~run_failed_3');
  expect(owner.complaints).toEqual([]);

  const office = await openPage(browser, home.url);
  await signInBySession(office, { adminToken: home.secrets.adminToken });
  for (const path of ['/office/agents', '/office/health', '/agents/ada']) {
    await office.page.goto(path);
    await office.page.locator('[data-failing=ada]').waitFor();
  }
  expect(office.complaints).toEqual([]);

  const outsider = await openPage(browser, home.url);
  await signInAsOwner(outsider, otto);
  await outsider.page.goto('/agents/ada');
  await outsider.page.locator('h1').waitFor();
  await outsider.page.waitForLoadState('networkidle');
  expect(await outsider.page.locator('[data-failing]').count()).toBe(0);
  expect(outsider.complaints).toEqual([]);
});
