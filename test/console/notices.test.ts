import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judged, published } from '../support/ledger.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { furnishForOwner, signInAsOwner } from './support/owner-home.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;

beforeAll(async () => {
  home = await startWatchedHome({ residents: false });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

/** A browser that records notifications and permission requests. The test sets its visibility. */
const recorder = `
  window.told = [];
  window.asked = 0;
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { window.asked += 1; return (this.permission = 'granted'); }
    constructor(title, { body, tag }) { window.told.push([title, body, tag]); }
    close() {}
  };
  let hidden = false;
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  window.look = (away) => { hidden = away; document.dispatchEvent(new Event('visibilitychange')); };
`;

test('a browser notifies only by choice and while signed in', {
  timeout: 90_000,
}, async () => {
  const { token, ada } = await furnishForOwner(home);
  await published(home);
  const visitor = await openPage(browser, home.url);
  const { page, context, complaints } = visitor;
  await page.addInitScript(recorder);
  await signInAsOwner(visitor, token);
  await page.locator('.shell-nav a[href="/mine"]').click();
  const doing = page.locator('[data-own-agent=ada] [data-doing=turns]');
  const told = () => page.evaluate('window.told') as Promise<[string, string, string][]>;
  await page.locator('[data-own-agent=ada]').waitFor();
  await page.evaluate('look(true)');

  await judged(home, 'turns', await ada.send('turns', 'queue_join'));
  await doing.getByText('has the turn', { exact: true }).waitFor();
  expect([await told(), await page.evaluate('window.asked')]).toEqual([[], 0]);

  await page.getByRole('checkbox', { name: 'Ada Lovelace' }).check();
  expect(await page.evaluate('window.asked')).toBe(1);
  const done = (turn_id: string) => ada.send('turns', 'turn_done', { turn_id });
  await judged(home, 'turns', await done('turn_000001'));
  await doing.getByText('has the turn', { exact: true }).waitFor({ state: 'detached' });
  await judged(home, 'turns', await ada.send('turns', 'queue_join'));
  await doing.getByText('has the turn', { exact: true }).waitFor();
  await expect.poll(told).toHaveLength(1);
  expect((await told())[0]?.slice(0, 2)).toEqual(['Ada Lovelace has the turn', 'The turns']);

  await page.locator('.who-button').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  // Signing out reloads the document, so that no data of the user is left in it.
  await page.waitForURL((url) => url.pathname === '/');
  await page.locator('.shell-nav a[href="/mine"]').waitFor({ state: 'detached' });
  const kept = await page.evaluate('Object.keys(localStorage)');
  expect((kept as string[]).filter((name) => /mine|notices|recent/.test(name))).toEqual([]);
  await page.goto('/topics/turns');
  const note = page.locator('.turn-note[data-turn]');
  await note.waitFor();
  await page.evaluate('look(true)');
  await judged(home, 'turns', await done('turn_000002'));
  await judged(home, 'turns', await ada.send('turns', 'queue_join'));
  // The browser has received the turn, so a notification would have been shown.
  await page.locator('.turn-note[data-turn=turn_000003]').waitFor();
  expect(await told()).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
