import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer } from '../support/bearer.ts';
import { newOwner } from '../support/look.ts';
import { startHome, type TestHome } from '../support/start-home.ts';
import { policyText } from '../system/end-to-end/specs/spec-documents.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { layoutFaults, watchLayout } from './support/layout.ts';
import { signInAsOwner } from './support/owner-home.ts';

let home: TestHome;
let browser: Browser;
let token: string;

async function call(method: string, version: string, content?: string): Promise<void> {
  const response = await fetch(`${home.url}/v1/specs/policies/no-shell/${version}`, {
    method,
    headers: { ...bearer(token), ...(content === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(content === undefined ? {} : { body: JSON.stringify({ file: 'spec.yaml', content }) }),
  });
  expect(response.ok, await response.text()).toBe(true);
}

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ANONYMOUS_PAGE: 'on' } });
  browser = await openBrowser();
  token = await newOwner(home, 'olga');
  await call('PUT', '1.0.0', policyText('no-shell', '1.0.0'));
  await call(
    'PUT',
    '1.1.0',
    `${policyText('no-shell', '1.1.0', 'grep')}# <img src=x onerror="window.pwned=1">\n`,
  );
  await call('PUT', '0.9.0', policyText('no-shell', '0.9.0'));
  await call('DELETE', '0.9.0');
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

test('an owner reads and compares versions in the web UI', { timeout: 90_000 }, async () => {
  const visitor = await openPage(browser, home.url, { width: 390, height: 844 });
  const { page, context, complaints } = visitor;
  await watchLayout(page);
  await signInAsOwner(visitor, token);
  await page.goto('/mine');
  await page.locator('main a[href="/specs"]').click();
  await page.locator('[data-spec="policies no-shell 0.9.0"]', { hasText: 'withdrawn' }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await layoutFaults(page, 'specs')).toEqual([]);
  await page.locator('a[href="/specs/policies/no-shell/1.1.0"]').click();
  await page.locator('.spec-text', { hasText: 'onerror' }).waitFor();
  await page.getByLabel('Changes since version').selectOption('1.0.0');
  await page.locator('[data-diff] [data-change=added]', { hasText: '1.1.0' }).waitFor();
  await page.locator('[data-diff] [data-change=removed]', { hasText: '1.0.0' }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await layoutFaults(page, 'compared specs')).toEqual([]);
  await page.getByLabel('Version', { exact: true }).selectOption('0.9.0');
  await page.locator('.notice', { hasText: 'withdrawn' }).waitFor();
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(complaints).toEqual([]);
  await context.close();
  const outsider = await openPage(browser, home.url);
  await outsider.page.goto('/specs/policies/no-shell');
  await outsider.page.locator('main [role=alert], main .notice').first().waitFor();
  expect(await outsider.page.locator('main').innerText()).not.toContain('1.1.0');
  await outsider.context.close();
});
