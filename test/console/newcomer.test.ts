import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootFingerprint } from '@agent-home/protocol';
import { type AgentHome, connect, createIdentity, join as joinHome, type RootSet } from '@agent-home/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callAdmin } from '../support/call-admin.ts';
import { AgentHomeProcess } from '../support/child-process.ts';
import { eventually } from '../support/eventually.ts';
import { openTerminal } from '../support/open-terminal.ts';
import { plainCard } from '../support/sdk-agent.ts';
import { agentHome, freePorts, openFolder } from '../support/terminal.ts';
import { startCommand } from '../system/commands/support/start-command.ts';
import { a2aClient, message, ownerToken } from '../system/end-to-end/a2a/support/a2a-client.ts';
import { openBrowser, openPage, type Visitor } from './support/browser.ts';
import { signInBySession } from './support/sign-in.ts';

/** Ten tasks of a newcomer, one after another, in one home of `npm start` and in an empty folder. */
let homeFolder: string;
let folder: string;
let environment: Record<string, string>;
let process_: AgentHomeProcess;
let url: string;
let rootSet: RootSet;
let adminToken: string;
let browser: Browser;
let admin: Visitor;
let visitor: Visitor;
let juniper: AgentHome | undefined;
let tansy: AgentHome | undefined;
let backup: string;

const card = { ...plainCard, name: 'Juniper' };
const polling = { activeMs: 50, idleMs: 400 };
const call = (method: string, path: string, body?: object) => callAdmin(url, adminToken, method, path, body);
const admit = (agentId: string) => eventually(() => call('POST', `/v1/admin/agents/${agentId}/admission`));
const terminal = (words: string[]) => openTerminal(words, { cwd: folder, env: { HOME: folder } });

/** Folder that `join` created for an agent's key. */
const agentFolder = () => join(folder, `agent-at-127.0.0.1-${environment.AGENT_HOME_PORT}`);

async function openHome(data: string): Promise<AgentHomeProcess> {
  const up = new AgentHomeProcess(['up'], { ...environment, AGENT_HOME_DATA: data });
  await up.start();
  return up;
}

beforeAll(async () => {
  homeFolder = await openFolder();
  folder = await openFolder();
  environment = { ...(await freePorts()), AGENT_HOME_ADMISSION: 'manual' };
  url = `http://127.0.0.1:${environment.AGENT_HOME_PORT}`;
  process_ = await openHome(join(homeFolder, 'data'));
  rootSet = JSON.parse(await readFile(join(homeFolder, 'data/keys/root.json'), 'utf8')) as RootSet;
  ({ adminToken } = JSON.parse(await readFile(join(homeFolder, 'data/secrets.json'), 'utf8')));
  browser = await openBrowser();
  admin = await openPage(browser, url);
  visitor = await openPage(browser, url);
  await signInBySession(admin, { adminToken });
});
afterAll(async () => {
  await juniper?.close();
  await tansy?.close();
  await browser?.close();
  await process_?.stop();
  for (const one of [homeFolder, folder]) await rm(one, { recursive: true, force: true });
});

test('a newcomer is refused with a reason, applies again and is admitted', async () => {
  const { page } = admin;
  const words = ['join', url, '--id', 'juniper', '--name', 'Juniper', '--no-hello'];
  const first = terminal(words);
  await first.shows('or yes if both are equal: ');
  first.type(`${rootFingerprint(rootSet)}\r`);
  await page.goto('/office/admissions');
  await page.locator('[data-waiting=juniper]').waitFor();
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await page.getByLabel('Reason').fill('Say who you are.');
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse', exact: true }).click();
  await first.shows('Say who you are.');
  expect(await first.ended).toBe(1);
});

test('a newcomer joins from an empty folder in a terminal', async () => {
  const { page } = admin;
  const again = terminal(['join', url, '--apply-again', '--no-hello']);
  await page.locator('[data-waiting=juniper]').waitFor();
  await page.getByRole('button', { name: 'Admit', exact: true }).click();
  await again.shows(`juniper lives at ${url}`);
  expect(await again.ended).toBe(0);
  juniper = await joinHome({ url, rootSet, folder: agentFolder(), card, polling });
  expect(juniper.agentId).toBe('juniper');
});

test('a newcomer speaks in a turn queue', { timeout: 120_000 }, async () => {
  const table = await juniper?.enterTopic('round-table');
  await table?.waitForTurn();
  expect(await table?.say('A good neighbour returns the ladder.')).toMatchObject({ outcome: 'accepted' });
  const { page } = visitor;
  await page.goto('/topics/round-table');
  await page.getByText('A good neighbour returns the ladder.').first().waitFor();
});

test('a newcomer plays an idiom chain', { timeout: 120_000 }, async () => {
  tansy = await connect({
    url,
    rootSet,
    secretKey: createIdentity().secretKey,
    agentId: 'newcomer-two',
    polling,
  });
  await tansy.register({ ...plainCard, name: 'Tansy' });
  await admit('newcomer-two');
  await call('POST', '/v1/admin/topics', {
    topic_id: 'two-players',
    title: 'Two players',
    visibility: 'public',
    mode: 'idiom_chain',
    rules: { cast_max: 2, max_chain_length: 2 },
  });
  const moves = [juniper, tansy].map(async (player) => {
    const topic = await eventually(async () => {
      const entered = await player?.enterTopic('two-players');
      if (!entered) throw new Error('no player');
      return entered;
    });
    await topic.waitForTurn();
    const { state } = await topic.state();
    const idiom = (state as { expected_start_char: string | null }).expected_start_char
      ? '意气风发'
      : '一心一意';
    return topic.say(idiom, { meta: { idiom } });
  });
  for (const said of await Promise.all(moves)) expect(said.outcome).toBe('accepted');
  const { page } = visitor;
  await page.goto('/topics/two-players');
  await page.getByText('意气风发').first().waitFor();
});

test('a visitor verifies a line and shares it', async () => {
  const { page, context } = visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  // Others quote the line; the first occurrence is the newcomer's own.
  const line = page.locator('[data-sequence]', { hasText: 'returns the ladder.' }).first();
  await page.goto('/topics/round-table');
  await line.waitFor();
  await line.locator('[data-proof=verified]').click();
  await page.locator('[data-proof-panel]').waitFor();
  for (const state of await page
    .locator('[data-proof-panel] [data-check]')
    .evaluateAll((all: { dataset: { state?: string } }[]) => all.map(({ dataset }) => dataset.state)))
    expect(state).toBe('holds');
  await page.keyboard.press('Escape');
  await line.hover();
  await line.getByRole('button', { name: /^More about entry/ }).click();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.getByText('Copied.').waitFor();
  const shared = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(shared).toContain('/topics/round-table/lines/');
  const friend = await openPage(browser, url, { width: 390 });
  await friend.page.goto(shared);
  const same = friend.page.locator('[data-sequence]', { hasText: 'returns the ladder.' }).first();
  await same.locator('[data-proof=verified]').waitFor();
  expect(friend.complaints).toEqual([]);
  await friend.context.close();
});

test('a resident answers an A2A message', { timeout: 120_000 }, async () => {
  const home = { url, admin: call };
  const token = await ownerToken(home, 'olga');
  const client = await eventually(() => a2aClient(home, 'lantern', token), 60_000);
  const task = await client.sendMessage({
    tenant: '',
    message: message('What makes a good neighbour?'),
    configuration: {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      returnImmediately: true,
    },
    metadata: undefined,
  });
  const answer = await eventually(async () => {
    const now = await client.getTask({ tenant: '', id: 'id' in task ? task.id : '' });
    const [artifact] = now.artifacts;
    if (!artifact) throw new Error('no answer yet');
    return artifact.parts[0]?.content;
  }, 90_000);
  expect(answer).toMatchObject({ $case: 'text', value: expect.stringMatching(/\w{3}/) });
});

test('a newcomer writes an agent as a file, and it lives in the home', { timeout: 120_000 }, async () => {
  const script = ['rules:', '  - when: { user: hello }', '    answer: Hello from a file.', ''].join('\n');
  await writeFile(join(folder, 'script.yaml'), script);
  const env = { HOME: folder, AGENT_HOME_MODEL_PORT: String((await freePorts()).AGENT_HOME_PORT) };
  const model = startCommand(['model-emulator', 'script.yaml'], { cwd: folder, env });
  const live: { child?: { kill(signal: 'SIGKILL'): boolean } } = {};
  try {
    await model.says(/http:/);
    const models = {
      small: { provider: 'emulator', url: `http://127.0.0.1:${env.AGENT_HOME_MODEL_PORT}/v1` },
    };
    // User settings, because project settings need trust first.
    await mkdir(join(folder, '.agent-home'), { recursive: true });
    await writeFile(join(folder, '.agent-home/settings.json'), JSON.stringify({ models }));
    const made = await agentHome(
      [
        'agents',
        'create',
        'thistle',
        '--title',
        'Thistle',
        '--description',
        'Says hello.',
        '--model',
        'small',
      ],
      { cwd: folder, env },
    );
    expect(made.code, made.stderr).toBe(0);
    const run = terminal(['agents', 'run', 'thistle', '-p', 'hello']);
    await run.shows('Hello from a file.');
    expect(await run.ended).toBe(0);
    const root = join(homeFolder, 'data/keys/root.json');
    const words = ['live', 'agents/thistle.md', '--home', url, '--root', root];
    const living = startCommand(words, { cwd: folder, env });
    live.child = living.child;
    await living.says(/thistle joins http/);
    await admin.page.goto('/office/admissions');
    await admin.page.locator('[data-waiting=thistle]').waitFor();
    await admin.page.getByRole('button', { name: 'Admit', exact: true }).click();
    // The card is certified a moment after the admission.
    await eventually(async () => {
      await visitor.page.goto('/agents/thistle');
      await visitor.page.getByRole('heading', { name: 'Thistle' }).waitFor({ timeout: 5_000 });
    }, 60_000);
  } finally {
    live.child?.kill('SIGKILL');
    model.child.kill('SIGKILL');
  }
});

test('a home survives a killed PostgreSQL', { timeout: 120_000 }, async () => {
  const { page } = visitor;
  await page.goto('/topics/commons');
  const pidFile = join(homeFolder, 'data/postgres/postmaster.pid');
  const [server = ''] = (await readFile(pidFile, 'utf8')).split('\n');
  process.kill(Number(server), 'SIGKILL');
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 60_000);
  const commons = await eventually(() => juniper?.enterTopic('commons'));
  await eventually(() => commons?.say('The lights are on again.'), 30_000);
  await page.getByText('The lights are on again.').first().waitFor();
});

test('a restored backup takes its agent in again', { timeout: 180_000 }, async () => {
  backup = join(homeFolder, 'home.backup');
  const env = { ...environment, AGENT_HOME_DATA: join(homeFolder, 'data') };
  const saved = await agentHome(['backup', backup], { cwd: homeFolder, env });
  expect(saved.code, saved.stderr).toBe(0);
  await juniper?.close();
  await tansy?.close();
  juniper = tansy = undefined;
  await process_.stop();
  const restored = await agentHome(['restore', backup, '--into', 'after'], { cwd: homeFolder });
  expect(restored.code, restored.stderr).toBe(0);
  process_ = await openHome(join(homeFolder, 'after'));
  juniper = await joinHome({ url, rootSet, folder: agentFolder(), card, polling });
  const commons = await juniper.enterTopic('commons');
  expect(await commons.say('I still live here.')).toMatchObject({ outcome: 'accepted' });
  const { page } = visitor;
  await page.goto('/topics/commons');
  await page.getByText('The lights are on again.').first().waitFor();
  await page.getByText('I still live here.').first().waitFor();
});
