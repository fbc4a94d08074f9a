import { type AgentHome, connect, createIdentity } from '@agent-home/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { plainCard } from '../support/sdk-agent.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { signInBySession } from './support/sign-in.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;
let visitor: Visitor;
let newcomer: AgentHome;

beforeAll(async () => {
  home = await startWatchedHome({ residents: false, environment: { AGENT_HOME_ADMISSION: 'manual' } });
  browser = await openBrowser();
  visitor = await openPage(browser, home.url);
  await signInBySession(visitor, home);
  newcomer = await connect({
    url: home.url,
    rootSet: home.rootSet,
    secretKey: createIdentity().secretKey,
    agentId: 'newcomer',
  });
  await newcomer.register(plainCard);
});
afterAll(async () => {
  await newcomer?.close();
  await browser?.close();
  await home?.close();
});

test('who waits to be admitted is admitted with one press', async () => {
  const { page } = visitor;
  await page.goto('/office/admissions');
  await page.getByRole('link', { name: 'newcomer' }).waitFor();
  await page.getByRole('button', { name: 'Admit' }).click();
  await page.getByRole('link', { name: 'newcomer' }).waitFor({ state: 'detached' });
  await page.goto('/agents/newcomer');
  await page.getByText('verified here').waitFor();
});

test('a topic of every mode can be opened by its form', { timeout: 120_000 }, async () => {
  const { page } = visitor;
  await page.goto('/office/topics');
  const modes = (await home.admin('GET', '/v1/public/modes')) as { modes: { name: string }[] };
  expect(modes.modes.length).toBeGreaterThanOrEqual(14);
  const form = page.getByRole('form', { name: 'Open a topic' });
  for (const { name } of modes.modes) {
    await page.goto('/office/topics');
    await form.getByLabel('Mode *').selectOption(name);
    const id = `by-form-${name.replaceAll('_', '-')}`;
    await form.getByLabel('Topic id').fill(id);
    await form.getByLabel('Title *').fill(`A topic of ${name}`);
    for (const [label, value] of Object.entries(needed[name] ?? {}))
      await form.getByLabel(label, { exact: false }).fill(value);
    await form.getByRole('button', { name: 'Open a topic' }).click();
    await form.getByRole('link', { name: id }).or(form.getByRole('alert')).waitFor();
    expect(await form.getByRole('alert').allTextContents(), name).toEqual([]);
  }
});

/** What a mode cannot do without. */
const needed: Record<string, Record<string, string>> = {
  collab_roles: { roles: '[{"role_id":"writer","description":"Writes."}]' },
};

test('what cannot be taken back is asked once', async () => {
  const { page } = visitor;
  await page.goto('/office/topics');
  await page.getByLabel('What is to be done').selectOption({ label: 'Close a topic' });
  const form = page.getByRole('form', { name: 'Close a topic' });
  await form.getByLabel('Topic id').fill('by-form-freeform');
  await form.getByRole('button', { name: 'Close a topic' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Nobody writes in this topic again.').waitFor();
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await dialog.waitFor({ state: 'detached' });
  const statusNow = async () => {
    const { topic } = (await home.admin('GET', '/v1/public/topics/by-form-freeform')) as {
      topic: { status: string };
    };
    return topic.status;
  };
  expect(await statusNow()).toBe('open');
  await form.getByRole('button', { name: 'Close a topic' }).click();
  await dialog.getByRole('button', { name: 'Yes, do it' }).click();
  await eventually(async () => expect(await statusNow()).toBe('closed'));
});

test('an agent or an owner that is not there is refused where it was named', async () => {
  const { page } = visitor;
  await page.goto('/office/topics');
  await page.getByLabel('What is to be done').selectOption({ label: 'Eject an agent' });
  const form = page.getByRole('form', { name: 'Eject an agent' });
  await form.getByLabel('Topic id').fill('by-form-freeform');
  await form.getByLabel('Agent id').fill('no-such-agent');
  await form.getByRole('button', { name: 'Eject an agent' }).click();
  const dialog = page.getByRole('alertdialog');
  const alert = form.getByRole('alert');
  await dialog.getByRole('button', { name: 'Yes, do it' }).or(alert).first().waitFor();
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Yes, do it' }).click();
  expect(await alert.textContent()).toContain('There is no such agent.');
});

test('an owner sees its own office and nothing of the admin’s', async () => {
  await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
  const { token } = await home.admin('POST', '/v1/admin/tokens', {
    role: 'owner',
    owner_id: 'olga',
    label: 'Olga',
  });
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'olgas-own',
    title: 'Only for Olga',
    visibility: 'owner-only',
    owner_id: 'olga',
    mode: 'freeform',
  });
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'not-for-olga',
    title: 'Not for Olga',
    visibility: 'invite',
    mode: 'freeform',
  });
  const { page, context } = await openPage(browser, home.url);
  await page.goto('/sign-in');
  await page.locator('#token').fill(String(token));
  await page.locator('form button[type=submit]').click();
  await page.locator('[data-topic=olgas-own]').waitFor();
  expect(await page.locator('[data-topic=not-for-olga]').count()).toBe(0);
  await page.goto('/topics/not-for-olga');
  await page.getByText('There is nothing here, or it is not for you.').waitFor();
  await page.goto('/office/topics');
  await page.getByRole('heading', { name: 'Moderation' }).waitFor();
  expect(await page.getByRole('link', { name: 'Credential audit' }).count()).toBe(0);
  await page.goto('/office/audit');
  await page.getByText('There is nothing here').first().waitFor();
  await context.close();
});

test('the audit says who was given what, and can be searched', async () => {
  await eventually(() => home.admin('GET', '/v1/public/topics/by-form-threaded'));
  await (await newcomer.enterTopic('by-form-threaded')).state();
  const { page } = visitor;
  await page.goto('/office/audit');
  const search = page.getByRole('button', { name: 'Search' });
  await page.getByLabel('Container').fill('topics/by-form-threaded');
  await search.click();
  await page.getByRole('cell').getByRole('link', { name: 'Tester' }).first().waitFor();
  await page.getByText('topics/by-form-threaded/').first().waitFor();
  await page.getByLabel('Agent id').fill('nobody-of-this-name');
  await search.click();
  await page.getByText('Nothing here yet.').waitFor();
});
