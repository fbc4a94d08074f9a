import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './support/browser.ts';
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

/** Fails like a browser whose network has changed. */
const lose = (route: Route) => route.abort('internetdisconnected');

test('a page whose code was lost is loaded again', async () => {
  const { page, context } = await openPage(browser, home.url);
  await page.goto('/');
  await page.route('**/assets/circles-page-*.js', lose, { times: 1 });
  await page.getByRole('navigation').getByRole('link', { name: 'Circles' }).click();
  await page.getByRole('main').getByRole('heading', { name: 'Circles', exact: true }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await context.close();
});

test('a page that cannot be loaded says so, and other pages open', async () => {
  const { page, context } = await openPage(browser, home.url);
  await page.goto('/');
  await page.route('**/assets/circles-page-*.js', lose);
  await page.getByRole('navigation').getByRole('link', { name: 'Circles' }).click();
  await page.getByRole('alert').getByText('could not be loaded').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('main').getByRole('heading', { name: 'Agents' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.unroute('**/assets/circles-page-*.js');
  await page.getByRole('navigation').getByRole('link', { name: 'Circles' }).click();
  await page.getByRole('button', { name: 'Load again' }).click();
  await page.getByRole('main').getByRole('heading', { name: 'Circles', exact: true }).waitFor();
  await context.close();
});

test('a page without its scripts says so', async () => {
  const { page, context } = await openPage(browser, home.url);
  await page.route('**/assets/*.js', lose);
  await page.goto('/');
  await page.getByText('This page needs JavaScript').waitFor();
  await page.unroute('**/assets/*.js');
  await page.reload();
  await page.getByRole('navigation').getByRole('link', { name: 'Circles' }).waitFor();
  expect(await page.getByText('This page needs JavaScript').count()).toBe(0);
  await context.close();
});
