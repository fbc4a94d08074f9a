import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type RunRecord, runDagItems } from '@agent-home/agent-runtime/run-log';
import type { JsonObject } from '@agent-home/protocol';
import { FileRunStore } from '@agent-home/runtime-node';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { commandPlace, scriptedModel } from '../../apps/cli/src/testing/command-place.ts';
import { copiedLines, storeLines } from '../../apps/cli/src/testing/copied-runs.ts';
import { reviewer, reviewingRules } from '../../apps/cli/src/testing/reviewing-agents.ts';
import { linesOf } from '../support/sealed-run.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { sealHostileTeam } from './support/hostile-run.ts';
import { hostileTexts } from './support/hostile-texts.ts';
import { layoutFaults, watchLayout } from './support/layout.ts';
import { type Word, wordFaults } from './support/word-faults.ts';

const hostile = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script> \u202eevil\u0007';
const script = `rules:${reviewingRules('delegate')}  - when: { user: write }
    answer: { calls: [{ tool: write_file, arguments: { path: ${JSON.stringify(hostile)}, content: x } }, { tool: nothing }] }
  - answer: ${JSON.stringify(hostile)}
`;
const agents = {
  'project/agents/reviewer.md': reviewer,
  'project/agents/flow.md':
    '---\nkind: agent\nname: flow\ntitle: Flow\ngraph:\n  entry: look\n  nodes:\n    - { name: look, agent: reviewer }\n    - { name: tell, agent: reviewer }\n  edges:\n    - { from: look, to: tell }\n---\nYou flow.\n',
};

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Creates a project with real runs of each kind. */
async function openPlace() {
  const { models } = await scriptedModel(script);
  const place = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models }),
    'project/note.txt': 'hello',
    ...agents,
  });
  place.trust();
  const folder = join(place.home, '../runs');
  const run = (...words: string[]) => place.run(...words, '--runs', folder);
  await run('agents', 'run', 'main', '-p', `say ${hostile}`, '--new');
  await run('agents', 'run', 'main', '-p', 'write a file', '--new', '--no-wait');
  await run('agents', 'run', 'flow', '-p', 'follow the graph', '--new');
  await run('agents', 'run', 'main', '-p', 'delegate it', '--new');
  const records: RunRecord[] = JSON.parse((await run('runs', 'show', 'latest', '--format', 'json')).stdout);
  return { place, folder, records };
}

const command = fileURLToPath(new URL('../../apps/cli/bin/agent-home.js', import.meta.url));

/** Starts `runs serve` as a user does. Returns the printed link. */
async function serve(project: string, folder: string): Promise<{ child: ChildProcess; link: string }> {
  const child = spawn(process.execPath, [command, 'runs', 'serve', '--runs', folder], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    const [link] = /http:\/\/127\.0\.0\.1:\d+\/open\/\S+/.exec(line) ?? [];
    if (link !== undefined) return { child, link };
  }
  throw new Error('runs serve printed no link');
}

async function nothingRan(page: Page, complaints: readonly string[]): Promise<void> {
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(complaints).toEqual([]);
}

const item = (page: Page, text: string) => page.locator('.runs-list a', { hasText: text }).first();
const tab = (page: Page, name: string) => page.locator('.run-tabs').getByRole('link', { name, exact: true });

test('runs serve shows each run as conversation, timeline, graph and records', async () => {
  const { place, folder, records } = await openPlace();
  const { child, link } = await serve(place.project, folder);
  const { page, complaints } = await openPage(browser, link);
  await watchLayout(page);
  await page.goto(link);
  await item(page, 'delegate it').waitFor();
  expect(await page.locator('.runs-list li').count()).toBe(4);
  expect(await seriousViolations(page)).toEqual([]);
  expect(await layoutFaults(page, 'runs')).toEqual([]);
  await page.getByLabel('State').selectOption({ label: 'failed' });
  await expect.poll(() => page.locator('.runs-list li').count()).toBe(1);
  await item(page, 'write a file').click();
  await page.getByText('needs approval').waitFor();
  await page.getByText('settings').first().waitFor();
  expect(await page.locator('.invisible-character').count()).toBeGreaterThan(0);
  expect(await seriousViolations(page)).toEqual([]);
  expect(await layoutFaults(page, 'failed run')).toEqual([]);
  await page.getByRole('link', { name: 'All runs' }).click();
  await page.getByLabel('State').selectOption({ label: 'Any' });
  await item(page, 'follow the graph').click();
  await tab(page, 'Graph').click();
  await page.getByRole('button', { name: /look/ }).click();
  await page.getByText('taken once').first().waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await layoutFaults(page, 'workflow')).toEqual([]);
  await tab(page, 'Waterfall').click();
  await page.locator('.timeline-bar-tool').first().waitFor();
  const bars = await page.locator('.timeline-row').count();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await layoutFaults(page, 'timeline')).toEqual([]);
  // The table has a row for each bar, with its times.
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(bars);
  expect(await seriousViolations(page)).toEqual([]);
  expect(await layoutFaults(page, 'table')).toEqual([]);
  await page.getByRole('link', { name: 'All runs' }).click();
  await item(page, 'delegate it').click();
  await page.getByRole('link', { name: /Run of reviewer/ }).click();
  await page.getByText('Delegated by').waitFor();
  await page.locator('dd').getByRole('link', { name: 'main' }).click();
  await tab(page, 'Records').click();
  const shown = page.locator('details');
  await expect.poll(() => shown.count()).toBe(records.length);
  await shown.nth(1).locator('summary').click();
  const text = (await shown.nth(1).locator('.untrusted').textContent()) ?? '';
  expect(JSON.parse(text)).toEqual(records[1]);
  expect(await seriousViolations(page)).toEqual([]);
  await nothingRan(page, complaints);
  const stranger = await openPage(browser, link);
  expect((await stranger.page.goto(link))?.status()).toBe(403);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await page.getByText('Connection lost').waitFor();
});

test('a keyboard alone reads each node of the graph of a run', async () => {
  const { place, folder, records } = await openPlace();
  const { link } = await serve(place.project, folder);
  const { page, complaints } = await openPage(browser, link);
  await page.goto(link);
  await item(page, 'delegate it').click();
  await tab(page, 'Graph').focus();
  await page.keyboard.press('Enter');
  const nodes = page.locator('[data-node]');
  await nodes.first().waitFor();
  const items = runDagItems(records);
  expect(await nodes.count()).toBe(items.length);
  await tab(page, 'Records').focus();
  const details = page.locator('[data-node-details]');
  for (const { node } of items) {
    // Tab leads to the nodes in the order of the work, also from the details of the one before.
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.node')).toBe(node.id);
    await page.keyboard.press('Enter');
    await details.waitFor();
    const shown = await details.innerText();
    for (const name of ['id', 'type', 'round', 'state', 'metadata', 'events', 'streamed_output'])
      expect(shown, node.id).toContain(name);
    for (const name of Object.keys(node.body.input)) expect(shown).toContain(`body.input.${name}`);
    for (const name of Object.keys(node.body.output ?? {})) expect(shown).toContain(`body.output.${name}`);
    await details.getByRole('button', { name: 'Close' }).press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.node')).toBe(node.id);
  }
  await nodes.first().press('Enter');
  await details.getByRole('button', { name: 'Next node' }).press('Enter');
  await details
    .locator('dd', { hasText: items[1]?.node.id ?? '' })
    .first()
    .waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await nothingRan(page, complaints);
});

test('runs serve follows runs that begin and grow', async () => {
  const { place, folder, records } = await openPlace();
  const { link } = await serve(place.project, folder);
  const { page, complaints } = await openPage(browser, link);
  await page.goto(link);
  await item(page, 'delegate it').waitFor();
  const store = new FileRunStore(folder);
  const lines = copiedLines(records, 'run_growing');
  const writer = await store.create('run_growing');
  const half = records.findIndex(({ type }) => type === 'call.requested');
  await writer.append(lines.slice(0, half), new Map());
  await expect.poll(() => page.locator('.runs-list li').count()).toBe(5);
  const growing = page.locator('.runs-list a', { hasText: 'running' });
  await growing.click();
  await page.getByText('Message from user').waitFor();
  expect(await page.getByText('The reviewer agrees.').count()).toBe(0);
  await writer.append(lines.slice(half), new Map());
  await writer.close();
  await page.getByText('The reviewer agrees.').first().waitFor();
  await page.locator('.run-head').getByText('answered').waitFor();
  await storeLines(store, 'run_damaged', copiedLines(records, 'run_damaged').toSpliced(3, 1));
  await page.getByRole('link', { name: 'All runs' }).click();
  await page.locator('.runs-list a', { hasText: 'damaged' }).waitFor();
  await nothingRan(page, complaints);
});

test('runs serve works in Chinese, on a phone, in the dark and by keyboard', async () => {
  const { place, folder } = await openPlace();
  const { link } = await serve(place.project, folder);
  const look = { width: 360, height: 740, language: 'zh', theme: 'dark' } as const;
  const { page, complaints } = await openPage(browser, link, look);
  await watchLayout(page);
  await page.addInitScript({ path: fileURLToPath(new URL('./support/page-words.js', import.meta.url)) });
  await page.goto(link);
  await item(page, 'delegate it').waitFor();
  const written = [
    'main',
    'flow',
    'reviewer',
    'read_file',
    'write_file',
    'delegate',
    'user',
    'approval_unavailable',
  ];
  const check = async (where: string) => {
    const words = (await page.evaluate('wordsOnPage()')) as Word[];
    const known = { agents: new Map<string, string>(), ids: [], written };
    expect(wordFaults(words, known, 'zh'), where).toEqual([]);
    expect(await layoutFaults(page, where)).toEqual([]);
    expect(await seriousViolations(page), where).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    const excess = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(excess, where).toBeLessThanOrEqual(0);
  };
  await check('list');
  await item(page, 'follow the graph').focus();
  await page.keyboard.press('Enter');
  for (const name of ['对话', '瀑布图', '流程图', '记录']) {
    await tab(page, name).focus();
    await page.keyboard.press('Enter');
    await page.locator(`section[aria-label="${name}"] :is(li, [data-node])`).first().waitFor();
    await check(name);
  }
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await nothingRan(page, complaints);
});

test('hostile texts in a workflow of a team stay text', { timeout: 400_000 }, async () => {
  const { place, folder } = await openPlace();
  const store = new FileRunStore(folder);
  const name = (index: number) => `run_team${String(index).padStart(4, '0')}`;
  for (const [index, text] of hostileTexts.entries()) {
    const sealed = sealHostileTeam(name(index), text);
    const writer = await store.create(name(index));
    await writer.append(linesOf(sealed), new Map(sealed.flatMap(({ beside }) => [...beside])));
    await writer.close();
  }
  const { link } = await serve(place.project, folder);
  const { page, complaints } = await openPage(browser, link, { width: 360, height: 740 });
  await page.goto(link);
  await page.locator('.runs-list a').first().waitFor();
  const [address = ''] = page.url().split('#');
  await page.goto(`${address}?all=1#/runs`);
  await page.locator('.runs-list a[href*="run_team"]').first().waitFor();
  await showAll(page);
  expect(await page.locator('.runs-list a[href*="run_team"]').count()).toBe(hostileTexts.length);
  await fitsAndRanNothing(page, complaints, 'list');
  expect(await seriousViolations(page), 'list').toEqual([]);
  for (const [index, text] of hostileTexts.entries()) {
    const where = text.slice(0, 60);
    for (const tab of ['conversation', 'timeline', 'graph', 'records']) {
      await page.goto(`${address}#/runs/${name(index)}/${tab}`);
      await page.locator('main section :is(ol > li, [data-node])').first().waitFor();
      // The log is sound: each record is shown, and no view reports an error.
      expect(await page.getByRole('alert').count(), `${tab} ${where}`).toBe(0);
      if (tab === 'graph') {
        await page.locator('[data-node]').first().press('Enter');
        await page.locator('[data-node-details]').waitFor();
      }
      if (tab === 'records')
        for (const summary of await page.locator('.record-summary').all()) await summary.click();
      await fitsAndRanNothing(page, complaints, `${tab} ${where}`);
      // axe takes seconds, and texts of one kind give the same elements.
      if (index % 24 === 0) expect(await seriousViolations(page), `${tab} ${where}`).toEqual([]);
    }
  }
});

/** Returns the data of a record with a text in each field that a model, a tool, a person or an author writes. */
function withText({ type, data }: RunRecord, text: string): JsonObject {
  switch (type) {
    case 'run.started':
      return {
        ...data,
        agent: text,
        title: text,
        session_id: text.padEnd(6, '-'),
        model: { ...asObject(data.model), name: text },
      };
    case 'kairo.user.message':
      return { ...data, text, origin: text };
    case 'memory.recalled':
      return data;
    case 'model.requested':
      return { ...data, model: text, provider: text };
    case 'model.answered':
      return { ...data, content: text, thought: text, model: text, settings_key: text, stop_reason: text };
    case 'call.requested':
      return { ...data, requested_name: text, arguments_raw: text, schema_errors: [text], problem: text };
    case 'kairo.tool.result': {
      const error = { code: text, message: text };
      return { ...data, result: { ...asObject(data.result), content: [{ type: 'text', text }], error } };
    }
    case 'run.ended':
      return { ...data, status: 'failed', code: text, message: text, answer: text };
    default:
      return data;
  }
}

const asObject = (value: unknown) => value as JsonObject;

test('hostile texts in every field of a run stay text', { timeout: 300_000 }, async () => {
  const { place, folder, records } = await openPlace();
  const store = new FileRunStore(folder);
  const name = (index: number) => `run_hostile${String(index).padStart(4, '0')}`;
  for (const [index, text] of hostileTexts.entries())
    await storeLines(
      store,
      name(index),
      copiedLines(records, name(index), (record) => withText(record, text)),
    );
  const { link } = await serve(place.project, folder);
  const { page, complaints } = await openPage(browser, link, { width: 360, height: 740 });
  await page.goto(link);
  await page.locator('.runs-list a').first().waitFor();
  await showAll(page);
  expect(await page.locator('.runs-list a').count()).toBe(hostileTexts.length + 4);
  await fitsAndRanNothing(page, complaints, 'list');
  const [address = ''] = page.url().split('#');
  for (const [index, text] of hostileTexts.entries()) {
    await page.goto(`${address}#/runs/${name(index)}`);
    await page.locator('.run-step-trouble').last().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await fitsAndRanNothing(page, complaints, text.slice(0, 60));
    await page.goto(`${address}#/runs/${name(index)}/records/1`);
    await page.locator('details[open]').waitFor();
    await fitsAndRanNothing(page, complaints, text.slice(0, 60));
    await page.goto(`${address}#/runs/${name(index)}/timeline`);
    await page.locator('.timeline-row').nth(1).waitFor();
    await fitsAndRanNothing(page, complaints, text.slice(0, 60));
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await page.locator('tbody tr').nth(1).waitFor();
    await fitsAndRanNothing(page, complaints, text.slice(0, 60));
    await page.goto(`${address}#/runs/${name(index)}/graph`);
    await page.locator('[data-node]').nth(1).press('Enter');
    await page.locator('[data-node-details]').waitFor();
    await fitsAndRanNothing(page, complaints, text.slice(0, 60));
    // axe takes seconds, and texts of one kind give the same elements.
    if (index % 16 > 0) continue;
    for (const tab of ['conversation', 'timeline', 'records', 'graph']) {
      await page.goto(`${address}#/runs/${name(index)}/${tab}`);
      await page.locator('main section :is(li, [data-node])').first().waitFor();
      expect(await seriousViolations(page), `${tab} ${text.slice(0, 60)}`).toEqual([]);
    }
  }
});

/** Loads every page of the list. */
async function showAll(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Show more' });
  while ((await more.count()) > 0) {
    const before = await page.locator('.runs-list a').count();
    await more.click();
    await expect.poll(() => page.locator('.runs-list a').count()).toBeGreaterThan(before);
  }
}

async function fitsAndRanNothing(page: Page, complaints: readonly string[], where: string): Promise<void> {
  expect(await page.evaluate('window.pwned'), where).toBeUndefined();
  expect(complaints, where).toEqual([]);
  const unseen = await page.evaluate(
    '[...(document.body.innerText + document.title).matchAll(/[\\u202a-\\u202e\\u2066-\\u2069\\u200b\\u0007\\u001b]/g)].length',
  );
  expect(unseen, where).toBe(0);
  const excess = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(excess, where).toBeLessThanOrEqual(0);
  const top = await page.evaluate(
    `(() => { scrollTo(0, 0); const box = document.querySelector('.local-name').getBoundingClientRect();
      return document.elementFromPoint(box.x + 4, box.y + 4)?.closest('.local-name') !== null; })()`,
  );
  expect(top, where).toBe(true);
}

test('the built runs page contains no inline script and no address of others', () => {
  const folder = fileURLToPath(new URL('../../apps/console/dist-runs/', import.meta.url));
  const document = readFileSync(join(folder, 'runs.html'), 'utf8');
  expect(document.match(/<script(?![^>]* src="\.\/)/g)).toBeNull();
  expect(document).not.toMatch(/https?:/);
});
