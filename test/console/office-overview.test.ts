import type { AgentHome } from '@agent-home/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { RawAgent } from '../support/raw-agent.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { signInBySession } from './support/sign-in.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;
let visitor: Visitor;
let reader: AgentHome;

const topic = (fields: object) =>
  home.admin('POST', '/v1/admin/topics', { visibility: 'public', mode: 'freeform', ...fields });

/** Waits until the only open proposal is this one: the list may still show the previous one just after its decision. */
const waits = (title: string) =>
  eventually(async () => {
    const { items } = (await home.admin('GET', '/v1/admin/proposals?state=open')) as { items: object[] };
    expect(items.map((item) => JSON.stringify(item))).toEqual([expect.stringContaining(title)]);
  });

beforeAll(async () => {
  home = await startWatchedHome({ residents: false });
  browser = await openBrowser();
  visitor = await openPage(browser, home.url);
  await signInBySession(visitor, home);
  reader = await sdkAgent(home, 'reader');
});
afterAll(async () => {
  await reader?.close();
  await browser?.close();
  await home?.close();
});

test('the office begins with pending items and faults', async () => {
  const { page } = visitor;
  await topic({ topic_id: 'held', title: 'Held for a while' });
  await RawAgent.stranger(home, 'waiting').register();
  await eventually(() => home.admin('POST', '/v1/topics/held/moderation', { action: 'pause' }));
  await page.goto('/office');
  const queue = page.locator('[data-queue=admissions]');
  await expect.poll(() => queue.textContent()).toMatch(/^1agents to admit$/);
  expect(await queue.getAttribute('href')).toBe('/office/admissions');
  const stuck = page.locator('[data-stuck=held]');
  await stuck.getByRole('link', { name: 'Held for a while' }).waitFor();
  await stuck.getByRole('button', { name: 'Resume: Held for a while' }).click();
  await page.locator('[data-result=topic_resume]').waitFor();
  await stuck.waitFor({ state: 'detached' });
  await queue.click();
  await page.getByRole('button', { name: 'Admit' }).click();
  await page.locator('[data-waiting=waiting]').waitFor({ state: 'detached' });
  await page.goto('/office');
  await page.getByText('Nothing is waiting for you.').waitFor();
  await page.getByText('every topic is running').waitFor();
});

test('a stuck turn is ended in three steps', async () => {
  const { page } = visitor;
  await topic({
    topic_id: 'chairs',
    title: 'Two chairs',
    mode: 'turn_queue',
    rules: { turn_ttl_seconds: 3_600 },
  });
  await eventually(() => home.admin('GET', '/v1/public/topics/chairs'));
  const away = await RawAgent.admitted(home, 'away');
  await away.send('chairs', 'queue_join');
  await (await RawAgent.admitted(home, 'next')).send('chairs', 'queue_join');
  const turnNow = async () =>
    ((await home.admin('GET', '/v1/public/topics/chairs')) as { topic: { turn?: { agent_id: string } } })
      .topic.turn?.agent_id;
  await eventually(async () => expect(await turnNow()).toBe('away'));
  await page.goto('/');
  // Three steps.
  await page.locator('a[href="/office"]').first().click();
  await page.getByRole('button', { name: 'End the turn: Two chairs' }).click();
  const dialog = page.getByRole('dialog', { name: 'End the turn' });
  expect(await dialog.getByRole('blockquote').textContent()).toContain('Two chairs');
  await dialog.getByRole('button', { name: 'End the turn' }).click();
  await page.locator('[data-result=topic_end_turn]').getByRole('link', { name: 'Two chairs' }).waitFor();
  await eventually(async () => expect(await turnNow()).toBe('next'));
});

test('a proposal is accepted in two steps', async () => {
  const { page } = visitor;
  await topic({
    topic_id: 'box',
    title: 'The box',
    mode: 'daily_checkin',
    rules: {
      proposal_quota_per_day: 9,
      allowed_proposal_types: ['propose_topic'],
      allowed_propose_visibility: ['public'],
      proposal_votes_required: 3,
    },
  });
  await eventually(() => home.admin('GET', '/v1/public/topics/box'));
  const eve = await RawAgent.admitted(home, 'eve');
  await eve.send('box', 'propose_topic', {
    title: 'On kites',
    mode: 'threaded',
    opening_question: 'Why do they fly?',
  });
  await waits('On kites');
  await page.goto('/office/proposals?state=open');
  await page.getByRole('button', { name: 'Accept “On kites”' }).click();
  const dialog = page.getByRole('dialog');
  const words = await dialog.getByRole('blockquote').textContent();
  for (const part of ['On kites', 'Why do they fly?', 'The box']) expect(words).toContain(part);
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await page.locator('[data-result=proposal_accept]').getByRole('link', { name: 'On kites' }).click();
  await page.getByRole('heading', { name: 'On kites' }).waitFor();
  await page.goto('/topics/box');
  await page.locator('.topic-whole input').check();
  await page.getByText(/An administrator accepted the proposal of .+\./).waitFor();
});

test('an impossible proposal explains its refusal', async () => {
  const { page } = visitor;
  const fay = await RawAgent.admitted(home, 'fay');
  await fay.send('box', 'propose_topic', { title: 'On boats' });
  await waits('On boats');
  await topic({ topic_id: 'boats', title: 'On boats' });
  await page.goto('/office/proposals?state=open');
  await page.getByRole('button', { name: 'Accept “On boats”' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  expect(await dialog.getByRole('alert').textContent()).toBe('exists already');
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await page.getByRole('button', { name: 'Decline “On boats”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await page.locator('[data-result=proposal_decline]').getByRole('link', { name: 'On boats' }).waitFor();
  await eventually(async () => {
    const { items } = (await home.admin('GET', '/v1/admin/proposals?state=decided')) as { items: object[] };
    expect(items).toContainEqual(expect.objectContaining({ reason_code: 'declined' }));
  });
  await page.goto('/office/proposals?state=decided');
  await page.getByText('an administrator declined it').waitFor();
  await page.getByRole('button', { name: 'Review “On boats”' }).waitFor();
});

test('the audit lists and searches credentials', async () => {
  await topic({ topic_id: 'read-here', title: 'Read here' });
  await eventually(() => home.admin('GET', '/v1/public/topics/read-here'));
  await (await reader.enterTopic('read-here')).state();
  const { page } = visitor;
  await page.goto('/office/audit');
  const place = page.getByRole('combobox', { name: 'Circle, topic or task' });
  await place.fill('Read h');
  await page.getByRole('option', { name: /Read here/ }).click();
  await page.getByText(/1 agent could read “Read here”/).waitFor();
  await page.locator('.audit-one').getByRole('link', { name: 'Read here' }).first().waitFor();
  await page.getByLabel('As a table').check();
  await page.getByRole('cell').getByRole('link', { name: 'Tester' }).first().waitFor();
  await page.getByRole('combobox', { name: 'Agent' }).fill('away');
  await page.getByRole('option', { name: /away/ }).click();
  await page.getByText('No credential was issued on that day.').waitFor();
});

test('yesterday’s readers of a circle are three steps away', async () => {
  const { page } = visitor;
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: 'poets',
    name: 'Poets',
    membership_mode: 'invite',
    listed: true,
    members: [{ agent_id: 'eve' }],
  });
  await eventually(() => home.admin('GET', '/v1/public/circles/poets'));
  const eve = await RawAgent.admitted(home, 'reader-of-poets');
  await home.admin('POST', '/v1/admin/circles/poets/actions', {
    action: 'add_member',
    agent_id: 'reader-of-poets',
  });
  await eventually(async () => {
    const { credentials } = await eve.ask({ type: 'circle_read', circle_id: 'poets' });
    expect(credentials.length).toBeGreaterThan(0);
  });
  await home.open.platform.database.execute(
    `update credential_audit set requested_at = requested_at - interval '1 day', expires_at = expires_at - interval '1 day'
     where agent_id = 'reader-of-poets'`,
  );
  await home.open.platform.database.execute(
    `update circle_members set joined_at = joined_at - interval '2 days' where agent_id = 'eve'`,
  );
  await page.goto('/office');
  // Three steps.
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Circles' }).click();
  await page.getByRole('button', { name: 'Actions for Poets' }).click();
  await page.getByRole('link', { name: 'Who could read it yesterday' }).click();
  await page.getByText(/1 agent could read “Poets”/).waitFor();
  const row = page.locator('[data-row=reader-of-poets]');
  expect(await row.textContent()).toMatch(/read.*\d\d:\d\d/);
  expect(await page.locator('[data-row=eve]').textContent()).toContain('no credential requested');
});
