import { freePort } from '@agent-home/local-postgres';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOpenIdProvider, type TestProvider } from '../support/open-id-provider.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { signInBySession } from './support/sign-in.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let provider: TestProvider;
let browser: Browser;
let admin: Visitor;

beforeAll(async () => {
  const apiPort = await freePort();
  provider = await startOpenIdProvider(`http://127.0.0.1:${apiPort}/v1/session/oidc/callback`);
  home = await startWatchedHome({
    residents: false,
    apiPort,
    environment: {
      AGENT_HOME_OIDC_ISSUER: provider.issuer,
      AGENT_HOME_OIDC_CLIENT_ID: provider.clientId,
      AGENT_HOME_OIDC_CLIENT_SECRET: provider.clientSecret,
      AGENT_HOME_OIDC_NAME: 'Test Provider',
    },
  });
  browser = await openBrowser();
  admin = await openPage(browser, home.url);
  await signInBySession(admin, home);
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
  await provider?.close();
});

test('an invited user sees the sections of its role', async () => {
  const { page } = admin;
  await page.goto('/office/users');
  await page.getByText('Invite a user').first().click();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('auditor');
  await page.getByRole('button', { name: 'Invite a user' }).click();
  const link = await page.locator('[data-invitation]').textContent();
  const place = /\/sign-in#invitation=[A-Za-z0-9_-]{43}/.exec(link ?? '')?.[0] ?? '';

  provider.subject = 'ada';
  const visitor = await openPage(browser, home.url);
  await visitor.page.goto(place);
  await visitor.page.getByText('You are invited').waitFor();
  await visitor.page.getByRole('button', { name: 'Sign in with Test Provider' }).click();
  await visitor.page.getByRole('button', { name: /Name of ada/ }).waitFor();
  await visitor.page.goto('/office/acts');
  await visitor.page.locator('[data-act="invitation.create"]').waitFor();
  const sections = await visitor.page.locator('.office-nav a').allTextContents();
  expect(sections).toEqual(expect.arrayContaining(['Audit log', 'Health', 'My sessions']));
  for (const hidden of ['Users', 'Admissions', 'Owners and tokens']) expect(sections).not.toContain(hidden);

  await page.goto('/office/users');
  // The sessions below have a menu with the same name, and may be loaded first.
  const users = page.getByRole('region', { name: 'Users' });
  await users.getByRole('button', { name: 'Actions for Name of ada' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.locator('[data-result=user_disable]').waitFor();
  await visitor.page.goto('/office/acts');
  await visitor.page.locator('#token').waitFor();
  await visitor.page.getByRole('button', { name: 'Sign in with Test Provider' }).click();
  await visitor.page.getByText('This user is disabled').waitFor();
});
