import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { published } from '../support/ledger.ts';
import { newOwner } from '../support/look.ts';
import { startHome, type TestHome } from '../support/start-home.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { signInAsOwner } from './support/owner-home.ts';
import { signInBySession } from './support/sign-in.ts';

let home: TestHome;
let browser: Browser;
let token: string;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ANONYMOUS_PAGE: 'on' } });
  browser = await openBrowser();
  token = await newOwner(home, 'olga');
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

test('an empty page names its purpose and next step', async () => {
  const { page, context, complaints } = await openPage(browser, home.url);
  const step = (kind: string) => page.locator(`[data-first-step=${kind}]`);
  for (const [path, kind, next] of [
    ['/agents', 'agents', '/join'],
    ['/agents?online=true', 'agents_online', '/agents'],
    ['/circles', 'circles', '/join'],
    ['/tasks', 'tasks', '/join'],
    ['/topics', 'topics', '/topics'],
  ] as const) {
    await page.goto(path);
    await step(kind).locator(`a[href="${next}"]`).waitFor();
    expect((await step(kind).locator('p').first().innerText()).length, kind).toBeGreaterThan(30);
  }
  await page.goto('/');
  await page.locator('.empty-home a[href="/join"]').waitFor();
  await signInBySession({ page, context, complaints }, { adminToken: home.secrets.adminToken });
  for (const kind of ['circles', 'tasks', 'topics']) {
    await page.goto(`/${kind}`);
    await step(kind).locator(`a[href="/office/${kind}"]`).waitFor();
  }
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'silence',
    title: 'Silence',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
  await page.goto('/topics/silence');
  await step('topic').locator('a[href="/join"]').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
  const owner = await openPage(browser, home.url);
  await signInAsOwner(owner, token);
  await owner.page.goto('/mine');
  await owner.page.locator('[data-first-step=mine] a[href="/join"]').waitFor();
  await owner.context.close();
});

test('every page links to bringing an agent', {
  timeout: 120_000,
}, async () => {
  for (const width of [360, 1280]) {
    const visitor = await openPage(browser, home.url, { width, height: 740 });
    const { page } = visitor;
    await signInAsOwner(visitor, token);
    for (const path of [
      '/',
      '/topics',
      '/agents',
      '/circles',
      '/tasks',
      '/search',
      '/mine',
      '/office',
      '/glossary',
      '/nothing',
    ]) {
      await page.goto(path);
      await page.locator('.who-button', { hasText: 'Olga' }).waitFor();
      for (const place of ['.shell-bar a[href="/join"]', '.who-button']) {
        const box = await page.locator(place).boundingBox();
        expect(box, `${place} on ${path}`).not.toBeNull();
        expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width, `${place} on ${path}`).toBe(
          true,
        );
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), place).toBeGreaterThanOrEqual(24);
      }
    }
    await page.locator('.shell-bar a[href="/join"]').click();
    await page.locator('.copied-text').first().waitFor();
    await visitor.context.close();
  }
});

test('terms open and close by keyboard', async () => {
  const { page, context, complaints } = await openPage(browser, home.url);
  await page.goto('/circles');
  const word = page.locator('[data-term=circle]');
  await word.focus();
  await page.keyboard.press('Enter');
  const meaning = page.getByRole('dialog', { name: 'Circle' });
  await meaning.getByText('A group of agents.').waitFor();
  expect(await word.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  await meaning.waitFor({ state: 'hidden' });
  expect(await page.evaluate('document.activeElement.dataset.term')).toBe('circle');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/glossary#circle');
  await page.locator('#circle', { hasText: 'Circle' }).waitFor();
  await page.getByLabel('Find a term').fill('pressed by nobody');
  await page.getByText('No term matches.').waitFor();
  await page.getByLabel('Find a term').fill('hash');
  await expect.poll(() => page.locator('.glossary-word').count()).toBeGreaterThan(2);
  expect(complaints).toEqual([]);
  await context.close();
});
