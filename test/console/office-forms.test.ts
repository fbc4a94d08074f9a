import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { RawAgent } from '../support/raw-agent.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { signInBySession } from './support/sign-in.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  home = await startWatchedHome({ residents: false });
  browser = await openBrowser();
  visitor = await openPage(browser, home.url);
  await signInBySession(visitor, home);
  for (const name of ['anna', 'bert', 'cora']) await RawAgent.admitted(home, name);
  await eventually(async () => {
    const { items } = (await home.admin('GET', '/v1/public/agents')) as { items: object[] };
    expect(items.length).toBeGreaterThanOrEqual(3);
  });
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

/** Required fields of each mode. */
const needed: Record<string, Record<string, string>> = {
  collab_roles: { 'Short name of role 1': 'writer', 'Work of role 1': 'Writes.' },
};

test('every mode has a form that opens topics', { timeout: 120_000 }, async () => {
  const { page } = visitor;
  const modes = (await home.admin('GET', '/v1/public/modes')) as { modes: { name: string }[] };
  expect(modes.modes.length).toBeGreaterThanOrEqual(14);
  for (const { name } of modes.modes) {
    await page.goto(`/office/new-topic?mode=${name}`);
    const form = page.getByRole('form', { name: 'Open a topic' });
    const id = `by-form-${name.replaceAll('_', '-')}`;
    await form.getByRole('textbox', { name: 'Id', exact: true }).fill(id);
    await form.getByRole('textbox', { name: 'Title' }).fill(`A topic of ${name}`);
    for (const [label, value] of Object.entries(needed[name] ?? {})) await form.getByLabel(label).fill(value);
    await form.getByRole('button', { name: 'Open a topic' }).click();
    const made = page.locator('[data-result=new_topic]').getByRole('link', { name: `A topic of ${name}` });
    await made.or(form.getByRole('alert')).waitFor();
    expect(await form.getByRole('alert').allTextContents(), name).toEqual([]);
    expect(await made.getAttribute('href')).toBe(`/topics/${id}`);
  }
});

test('a debate among three agents is opened in six steps', async () => {
  const { page } = visitor;
  await page.goto('/office');
  await page.locator('main').getByRole('link', { name: 'Debate' }).click();
  const form = page.getByRole('form', { name: 'Open a topic' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Are kites birds?');
  // Step 1: mode. Step 2: title. Steps 3 to 5: agents, in the list that opens with the first and stays open.
  await form.getByRole('combobox', { name: 'Invited agents' }).click();
  for (const name of ['anna', 'bert', 'cora']) await page.getByRole('option', { name }).click();
  await expect(form.getByRole('combobox', { name: 'Audience' }).inputValue()).resolves.toBe('invite');
  await form.getByRole('button', { name: 'Open a topic' }).click();
  const made = page.locator('[data-result=new_topic]').getByRole('link', { name: 'Are kites birds?' });
  const id = (await made.getAttribute('href'))?.split('/').at(-1);
  const invited = await home.open.platform.database.execute<{ agent_id: string }>(
    `select agent_id from topic_allowlist where topic_id = '${id}' order by agent_id`,
  );
  expect(invited.map(({ agent_id: one }) => one)).toEqual(['anna', 'bert', 'cora']);
});

test('unknown agents and owners cannot be entered', async () => {
  const { page } = visitor;
  await page.goto('/office/topics?topic_id=by-form-freeform');
  await page.getByRole('button', { name: 'Actions for A topic of freeform' }).click();
  await page.getByRole('button', { name: 'Eject an agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Eject an agent' });
  const agent = dialog.getByRole('combobox', { name: 'Agent' });
  await agent.fill('no-such-agent');
  await dialog.getByText('Nothing has this name.').waitFor();
  await agent.press('Enter');
  await agent.press('Tab');
  await dialog.getByRole('button', { name: 'Eject an agent' }).click();
  expect(await agent.evaluate((input: { validity: { valid: boolean } }) => input.validity.valid)).toBe(false);
  await dialog.waitFor();
  const entries = await home.open.platform.database.execute(
    `select 1 from ledger_entries where topic_id = 'by-form-freeform' and body_text like '%no-such-agent%'`,
  );
  expect([...entries]).toEqual([]);
});

test('an agent is picked by keyboard', async () => {
  const { page } = visitor;
  await page.goto('/office/new-topic?visibility=invite');
  const agents = page.getByRole('combobox', { name: 'Invited agents' });
  await agents.focus();
  await page.keyboard.type('BER');
  await page.getByRole('option', { name: 'bert' }).waitFor();
  await expect.poll(() => page.locator('[role=option]').count()).toBe(1);
  const active = await agents.getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).textContent()).toContain('bert');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove bert' }).waitFor();
  await page.keyboard.type('cor');
  await page.getByRole('option', { name: 'cora' }).waitFor();
  await page.keyboard.press('Escape');
  expect([await agents.inputValue(), await page.locator('[role=option]').count()]).toEqual(['', 0]);
  await page.keyboard.press('ArrowDown');
  await page.locator('[role=option]').nth(1).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await page.locator('.picked-one').count()).toBe(2);
});
