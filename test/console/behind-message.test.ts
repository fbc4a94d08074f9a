import {
  createDisclosure,
  emptyLog,
  type RunRecord,
  type SealedRecord,
  sealRecord,
} from '@agent-home/agent-runtime/run-log';
import { asJson } from '@agent-home/protocol';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playRun } from '../../packages/agent-runtime/src/testing/play-run.ts';
import { eventually } from '../support/eventually.ts';
import { getId, json, type RawAgent } from '../support/raw-agent.ts';
import { linesOf, sealDrafts, sealRun } from '../support/sealed-run.ts';
import { startHome, type TestHome } from '../support/start-home.ts';
import { seriousViolations } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { layoutFaults, watchLayout } from './support/layout.ts';
import { furnishForOwner, signInAsOwner } from './support/owner-home.ts';

const hostile = '<img src=x onerror="window.pwned=1"> \u202eevil';
const seq = 6;

let home: TestHome;
let browser: Browser;
let token: string;
let ada: RawAgent;
let run: SealedRecord[];

/** Says a message of ada that commits to a record of a run. */
async function sayFrom(
  topicId: string,
  records: readonly SealedRecord[],
  runId: string,
  text: string,
  at = seq,
): Promise<void> {
  const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: topicId });
  const key = credential.keys[0]?.key ?? '';
  const meta = { run: { run_id: runId, seq: at, head: records[at]?.head.hash ?? '' } };
  await oss.put(key, json(ada.message(topicId, getId(key), text, { meta })));
}

async function mirror(runId: string, records: readonly string[]): Promise<void> {
  const { status, body } = await ada.call('POST', `/v1/runs/${runId}/records`, { from_seq: 0, records });
  expect(status, JSON.stringify(body)).toBe(200);
}

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ANONYMOUS_PAGE: 'on' } });
  browser = await openBrowser();
  ({ token, ada } = await furnishForOwner(home));
  // One message each: a mode may not let the same agent speak twice in a row.
  for (const [topic_id, title] of [
    ['porch', 'The porch'],
    ['attic', 'The attic'],
    ['cellar', 'The cellar'],
    ['vault', 'The vault'],
  ] as const)
    await home.admin('POST', '/v1/admin/topics', {
      ...{ topic_id, title, visibility: 'public', mode: 'freeform', rules: {} },
    });
  run = sealRun({ runId: 'run_behind', agentId: 'ada', asked: `Weather? ${hostile}` });
  const other = sealRun({ runId: 'run_other', agentId: 'ada', asked: 'Another log' });
  await mirror('run_behind', linesOf(run));
  await mirror('run_other', linesOf(sealRun({ runId: 'run_other', agentId: 'ada', asked: 'First log' })));
  await sayFrom('hall', run, 'run_behind', 'Fine weather.');
  await sayFrom('porch', other, 'run_other', 'A lie about a run.');
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

async function openPanel(page: Page, topicId: string, text: string) {
  await page.goto(`/topics/${topicId}`);
  const line = page.locator('[data-sequence]', { hasText: text }).first();
  // Keyboard instead of mouse: on a narrow screen the menu of the line covers the badge.
  await line.locator('[data-proof=verified]').press('Enter');
  const panel = page.locator('[data-proof-panel]');
  await panel.locator('[data-behind=signed]').waitFor();
  return panel;
}

const disclose = (records: readonly string[], runId = 'run_behind') =>
  JSON.stringify(createDisclosure({ runId, records, value: () => undefined }));

test('an owner sees that a message matches its run', { timeout: 90_000 }, async () => {
  const visitor = await openPage(browser, home.url);
  const { page, context, complaints } = visitor;
  await signInAsOwner(visitor, token);
  const panel = await openPanel(page, 'hall', 'Fine weather.');
  await panel.locator('[data-copy=matches] .badge-good').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await panel.locator(`a[href="/runs/ada~run_behind/records/${seq}"]`).click();
  await page.locator('.record-summary').first().waitFor();
  // The agent mirrored another log than the one that its message commits to.
  const lie = await openPanel(page, 'porch', 'A lie about a run.');
  await lie.locator('[data-copy=differs] [role=alert]', { hasText: 'other_log' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('an outsider verifies a disclosed log in the browser', { timeout: 120_000 }, async () => {
  const { page, context, complaints } = await openPage(browser, home.url, { width: 390, height: 844 });
  await watchLayout(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.url().includes('/v1/runs')) sent.push(request.url());
  });
  const panel = await openPanel(page, 'hall', 'Fine weather.');
  // The commitment alone: no copy, and no request for one.
  expect(await panel.innerText()).toContain('run_behind');
  expect(await panel.locator('[data-copy], a[href^="/runs/"]').count()).toBe(0);
  const open = async (text: string) => {
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await panel.locator('[data-file=matches], [data-file=differs]').waitFor();
  };
  const lines = linesOf(run);
  await open(disclose(lines));
  await panel.locator('[data-file=matches] .badge-good').waitFor();
  await panel.locator('.run-step', { hasText: 'onerror' }).waitFor();
  // Records after the message are no part of its commitment.
  await panel.locator('[data-file=matches]', { hasText: '3 later records' }).waitFor();
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(await layoutFaults(page, 'disclosed log')).toEqual([]);
  expect(await seriousViolations(page)).toEqual([]);
  const swapped = linesOf(sealRun({ runId: 'run_swapped', agentId: 'ada' }));
  const foreign = linesOf(sealRun({ runId: 'run_behind', agentId: 'oz' }));
  const flipped = lines.with(4, (lines[4] ?? '').replace('piece', 'peace'));
  for (const [name, text, code] of [
    ['one flipped byte', disclose(flipped), 'broken_chain'],
    ['a cut log', disclose(lines.slice(0, seq)), 'log_too_short'],
    ['another run', disclose(swapped, 'run_swapped'), 'other_run'],
    ['another run under this name', disclose(swapped), 'other_run'],
    ['the log of another agent', disclose(foreign), 'other_run'],
    ['no disclosure', '{}', 'not_a_disclosure'],
  ] as const) {
    await open(text);
    await eventually(async () =>
      expect(await panel.locator('[data-file=differs] [role=alert]').innerText(), name).toContain(code),
    );
    expect(await panel.locator('.run-step').count(), name).toBe(0);
  }
  expect(sent).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a message whose run has withheld values names them record by record', {
  timeout: 120_000,
}, async () => {
  const runId = 'run_withheld';
  const privacy = { fields: ['arguments' as const], key: 'd'.repeat(64) };
  const drafts = sealRun({ runId, agentId: 'ada' }).map(({ record: { type, data } }) => {
    if (type === 'run.started')
      return { type, data: { ...data, private_fields: privacy.fields, private_key: privacy.key }, privacy };
    if (type === 'call.requested') return { type, data: { ...data, arguments: { path: 'CANARY' } }, privacy };
    // The home stores no value as long as this one: only its hash is in the copy.
    return type === 'kairo.user.message'
      ? { type, data: { ...data, text: 'long '.repeat(300_000) }, privacy }
      : { type, data, privacy };
  });
  const sealed = sealDrafts(
    { runId, agentId: 'ada' },
    drafts.map((draft) => ({ ...draft, data: asJson(draft.data) })),
  );
  const seqOf = (type: string) => sealed.findIndex(({ record }) => record.type === type);
  const end = sealed.length - 1;
  await mirror(runId, linesOf(sealed));
  await sayFrom('vault', sealed, runId, 'From a private log.', end);
  for (const [language, record] of [
    ['en', (seq: number) => `Record ${seq}: `],
    ['zh', (seq: number) => `第 ${seq} 条记录：`],
  ] as const) {
    const visitor = await openPage(browser, home.url, { language, width: 390, height: 844 });
    const { page, context, complaints } = visitor;
    await watchLayout(page);
    await signInAsOwner(visitor, token);
    const panel = await openPanel(page, 'vault', 'From a private log.');
    await panel.locator('[data-copy=matches] .badge-good').waitFor();
    await panel.locator('[data-withheld-records] summary').click();
    const items = panel.locator('[data-withheld-record]');
    const texts = await items.allInnerTexts();
    const expected = [
      ['run.started', 'private_key'],
      ['kairo.user.message', 'text'],
      ['model.answered', 'tool_calls'],
      ['call.requested', 'arguments, arguments_summary'],
    ] as const;
    expect(texts).toEqual(expected.map(([type, members]) => `${record(seqOf(type))}${members}`));
    expect(await panel.innerText()).not.toContain('CANARY');
    expect(await layoutFaults(page, 'withheld values')).toEqual([]);
    expect(await seriousViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  }
});

/** Returns a run of ada whose only decision on a call was `confirm`, as one valid chain with this decision. */
function judgedRun(runId: string, decision?: 'forged'): SealedRecord[] {
  const identity = { agent_id: 'ada', home: 'http://home.test', card_sha256: 'c'.repeat(64), key_id: 'key' };
  const play = (auto_approve: string[]) =>
    playRun({
      tools: [{ name: 'bash', risk: 'medium' }],
      started: { run_id: runId, identity, operator: { auto_approve, unlocked: [] } },
      answers: [{ calls: [{ name: 'bash', arguments: { command: 'ls' } }] }, { content: 'over' }],
    }).records;
  const isOnCall = ({ type, data }: RunRecord) => type === 'policy.decided' && data.action === 'tool.call';
  const allowing = play(['medium']).find(isOnCall)?.data ?? {};
  // A home keeps no run from long ago.
  const time = new Date().toISOString();
  let head = emptyLog;
  return play([]).map((record) => {
    const { type, source, causationId } = record;
    const data = decision === 'forged' && isOnCall(record) ? allowing : record.data;
    const cause = causationId === undefined ? {} : { cause: Number(causationId.split(':')[1]) };
    const sealed = sealRecord(head, { runId, source }, time, { type, data, ...cause });
    head = sealed.head;
    return sealed;
  });
}

test('a decision that the rules of its log do not give is red', { timeout: 120_000 }, async () => {
  const [sound, forged] = [judgedRun('run_sound'), judgedRun('run_forged', 'forged')];
  const isDecision = ({ record }: SealedRecord) => record.type === 'policy.decided';
  const wrong = forged.findLastIndex((one) => isDecision(one) && one.record.data.action === 'tool.call');
  await sayFrom('attic', sound, 'run_sound', 'From a sound log.', sound.length - 1);
  await sayFrom('cellar', forged, 'run_forged', 'From a forged log.', forged.length - 1);
  await mirror('run_forged', linesOf(forged));
  const visitor = await openPage(browser, home.url, { language: 'zh' });
  const { page, context, complaints } = visitor;
  await signInAsOwner(visitor, token);
  const open = async (topicId: string, text: string, runId: string, records: readonly SealedRecord[]) => {
    const panel = await openPanel(page, topicId, text);
    await panel.locator('input[type=file]').setInputFiles({
      ...{ name: 'run.json', mimeType: 'application/json' },
      buffer: Buffer.from(disclose(linesOf(records), runId)),
    });
    // The chain and its commitment are sound in both: only the judgement differs.
    await panel.locator('[data-file=matches]').waitFor();
    return panel;
  };
  const one = await open('attic', 'From a sound log.', 'run_sound', sound);
  const decisions = sound.filter(isDecision).length;
  expect(await one.locator('[data-file] [data-judged=equal]').innerText()).toContain(
    `${decisions} 个决定中有 ${decisions} 个一致`,
  );
  const other = await open('cellar', 'From a forged log.', 'run_forged', forged);
  for (const where of ['[data-file]', '[data-copy]']) {
    const red = other.locator(`${where} [data-judged=differs].notice-bad`);
    await red.waitFor();
    expect(await red.innerText()).toContain('wrong_decision');
    expect(await red.innerText()).toContain(`第 ${wrong} 条记录`);
  }
  expect(await seriousViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
