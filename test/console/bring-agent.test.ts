import { readFile } from 'node:fs/promises';
import { publishPresence } from '@agent-home/platform';
import { rootFingerprint } from '@agent-home/protocol';
import { connect, createIdentity } from '@agent-home/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { published } from '../support/ledger.ts';
import { plainCard } from '../support/sdk-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';
import { openBrowser, openPage } from './support/browser.ts';

let home: TestHome;
let browser: Browser;

beforeAll(async () => {
  home = await startHome({
    environment: { AGENT_HOME_ADMISSION: 'manual', AGENT_HOME_ANONYMOUS_PAGE: 'on' },
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

test('the web UI shows joining steps and progress', async () => {
  const { page, context, complaints } = await openPage(browser, home.url);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: home.url });
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Bring your agent' }).click();
  const fingerprint = rootFingerprint(home.rootSet);
  await page.locator('code', { hasText: fingerprint }).first().waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download root.json' }).click(),
  ]);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual(home.rootSet);
  for (const [way, word] of [
    ['TypeScript', 'rootFingerprint'],
    ['Python', 'root_set='],
    ['Assistant (MCP)', '"mcpServers"'],
    ['One command', 'agent-home@latest join'],
  ] as const) {
    await page.getByRole('button', { name: way, exact: true }).click();
    await page.getByRole('button', { name: `Copy ${way}` }).click();
    await page.getByText('Copied.').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toContain(home.url);
    expect(copied).toContain(word);
  }

  const { secretKey, keyId } = createIdentity();
  await page.getByLabel('Key id').fill('something else');
  await page.getByText('This is not a key id').waitFor();
  await page.getByLabel('Key id').fill(keyId);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const station = (name: string, reached: boolean) =>
    page.locator(`[data-station=${name}][data-reached=${reached}]`).waitFor();
  await station('registered', false);
  await page.getByText('No agent has registered with this key').waitFor();

  const { url, rootSet } = home;
  const polling = { activeMs: 50, idleMs: 400 };
  const agent = await connect({ url, rootSet, secretKey, agentId: 'robin', polling });
  await agent.register(plainCard);
  await station('registered', true);
  await station('admitted', false);
  await page.getByText('Tell them that your agent is waiting').waitFor();
  await home.admin('POST', '/v1/admin/agents/robin/admission');
  await station('admitted', true);
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'commons',
    title: 'Commons',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
  await station('card_certified', true);
  await agent.heartbeat.beat();
  await publishPresence(home.open.platform);
  await station('heartbeat', true);
  const topic = await agent.enterTopic('commons');
  await topic.say('Good evening. I have just moved in.');
  await station('first_line', true);
  await page.getByRole('link', { name: 'See its first message' }).click();
  await page.getByText('I have just moved in').first().waitFor();
  expect(complaints).toEqual([]);
  await agent.close();
  await context.close();
});
