import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judged, published } from '../support/ledger.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { layoutFaults, watchLayout } from './support/layout.ts';
import { furnishForOwner, signInAsOwner } from './support/owner-home.ts';
import { settled } from './support/page-list.ts';
import { signInBySession } from './support/sign-in.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;
let token: string;

beforeAll(async () => {
  home = await startWatchedHome({ residents: false });
  browser = await openBrowser();
  const place = await furnishForOwner(home);
  ({ token } = place);
  const { ada, oz } = place;
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'den',
    title: 'The secret den',
    visibility: 'invite',
    allowlist_agent_ids: [],
    mode: 'freeform',
  });
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'party',
    title: 'The party',
    visibility: 'invite',
    allowlist_agent_ids: ['ada'],
    mode: 'freeform',
  });
  await published(home);
  await judged(home, 'hall', await ada.say('hall', 'Where is the umbrella?'));
  await judged(home, 'hall', await oz.say('hall', 'Ada Lovelace, it is under the third pot.'));
  await judged(home, 'turns', await ada.send('turns', 'queue_join'));
  await published(home);
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

test('the palette works by keyboard and offers recent places', async () => {
  const { page, context, complaints } = await openPage(browser, home.url);
  await page.goto('/agents');
  await page.locator('[data-agent=ada]').waitFor();
  const field = page.getByRole('combobox', { name: /Page, topic/ });
  await page.keyboard.press('Control+k');
  await field.waitFor();
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox');
  await field.fill('the hall');
  const option = page.getByRole('option', { name: /The hall/ });
  await option.first().waitFor();
  const active = () => page.evaluate('document.activeElement.getAttribute("aria-activedescendant")');
  await expect.poll(active).toBe(await page.locator('[data-option="topic:hall"]').getAttribute('id'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/topics/hall');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
  await page.locator('[data-sequence]').first().waitFor();

  await page.keyboard.press('Control+k');
  await field.waitFor();
  const first = page.getByRole('option').first();
  expect(await first.getAttribute('data-option')).toBe('topic:hall');
  expect(await first.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowDown');
  expect(await first.getAttribute('aria-selected')).toBe('false');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  // Navigates at once, because the close event arrives a moment later and must not affect the next opening.
  await page.keyboard.press('Control+k');
  await field.fill('third pot');
  await page.locator('[data-option^="line:hall/"]').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/topics\/hall\/lines\/\d+$/);

  await page.keyboard.press('Control+k');
  await field.fill('中文');
  await page.locator('[data-option="language:zh"]').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('zh-CN');
  await page.locator('.palette-button').click();
  await page.locator('.palette-input').fill('深色');
  await page.locator('[data-option="theme:dark"]').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  expect(complaints).toEqual([]);
  await context.close();
});

test('the palette loads late and offers permitted actions', async () => {
  const visitor = await openPage(browser, home.url);
  const { page, context } = visitor;
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const isPalette = (path: string) => /\/palette-[^/]*\.js$/.test(path);
  await page.goto('/');
  await page.locator('[data-topic]').first().waitFor();
  expect(scripts.filter(isPalette)).toEqual([]);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox');
  await field.waitFor();
  expect(scripts.filter(isPalette).length).toBeGreaterThan(0);
  const options = () =>
    page.getByRole('option').evaluateAll((all) => all.map((one) => one.getAttribute('data-option') ?? ''));
  await page.locator('[data-option="topic:hall"]').waitFor();
  const offered = await options();
  expect(offered).toEqual(expect.arrayContaining(['page:/', 'act:join', 'act:in', 'agent:ada']));
  expect(offered.filter((id) => /^office:|^act:new|page:\/mine|act:out/.test(id))).toEqual([]);
  await field.fill('secret den');
  await page.getByText('No results.').waitFor();
  await page.keyboard.press('Escape');

  await signInBySession(visitor, home);
  await page.keyboard.press('Control+k');
  await field.fill('secret den');
  await page.locator('[data-option="topic:den"]').waitFor();
  await field.fill('token');
  await page.locator('[data-option="act:new_token"]').waitFor();
  await context.close();
});

const looks = [
  { language: 'en', theme: 'light' },
  { language: 'en', theme: 'dark' },
  { language: 'zh', theme: 'light' },
  { language: 'zh', theme: 'dark' },
] as const;

describe.each(looks)('in $language and $theme', (look) => {
  test('guidance is accessible in each language and theme', { timeout: 120_000 }, async () => {
    const visitor = await openPage(browser, home.url, look);
    const { page, context, complaints } = visitor;
    await watchLayout(page);
    await signInAsOwner(visitor, token);
    const faults: string[] = [];
    const check = async (name: string) => {
      expect(await seriousViolations(page), name).toEqual([]);
      faults.push(...(await layoutFaults(page, name)));
      await page.setViewportSize({ width: 360, height: 740 });
      const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(excess), name).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1280, height: 900 });
    };
    for (const [path, ready] of [
      ['/mine', '[data-own-agent]'],
      ['/glossary', '.glossary-word'],
      ['/tasks', '[data-first-step]'],
      ['/circles', '[data-first-step]'],
    ] as const) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      await settled(page);
      await check(path);
    }
    await page.locator('[data-term=circle]').click();
    await page.locator('.term-means').waitFor();
    expect(await seriousViolations(page), 'a word').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.locator('[data-option="topic:hall"]').waitFor();
    await check('the palette');
    expect(faults, faults.join('\n')).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
