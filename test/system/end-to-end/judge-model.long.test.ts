import { dirname } from 'node:path';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { objectKey } from '@agent-home/protocol';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openJudgeModel } from '../../../apps/cli/src/home/compose/open-judge-model.ts';
import { makeProject } from '../../../packages/runtime-node/src/definitions/testing/project.ts';
import { eventually } from '../../support/eventually.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { expectReplay } from '../../support/stories/expect-end.ts';
import { decisionOn, openBox } from '../../support/stories/proposal-box.ts';
import { type Stage, setStage } from '../../support/stories/stage.ts';
import type { StagedTopic } from '../../support/stories/staged-topic.ts';
import { ossStore } from '../../support/stories/store-under-test.ts';

const quiet = 'Autumn moon on the sill,\nthe autumn moon lies still.';
const loud = 'MOON MOON MOON\nAUTUMN MOON';
const secret = 'Only for the guests of this room.';
const script = `
rules:
  - when: { system: score one poem, user: lies still }
    answer: '{"score": 9, "reason": "Quiet and exact."}'
  - when: { system: score one poem }
    answer: '{"score": 2, "reason": "Loud."}'
  - when: { system: check a proposal, user: Fight }
    answer: '{"safe": false}'
  - when: { system: check a proposal }
    answer: '{"safe": true}'
  - when: { system: summarise a conversation }
    answer: The lamp in the hall is to be mended.
`;

let emulator: Awaited<ReturnType<typeof startModelEmulator>>;
let project: ReturnType<typeof makeProject>;
let home: TestHome;
let stage: Stage;

beforeAll(async () => {
  emulator = await startModelEmulator({ scripts: loadScripts([{ file: 'judge.yaml', text: script }]) });
  const house = { provider: 'openai-compatible', model: 'judge', url: `${emulator.url}/v1` };
  project = makeProject({}, { 'settings.json': JSON.stringify({ models: { house } }) });
  vi.stubEnv('HOME', dirname(project.global));
  home = await startHome({
    environment: { AGENT_HOME_JUDGE_MODEL: 'house', AGENT_HOME_JUDGE_TIMEOUT_MS: '10000' },
  });
  stage = await setStage(home, ossStore(home), 4);
});
afterAll(async () => {
  await home?.close();
  await emulator?.close();
  vi.unstubAllEnvs();
  project?.[Symbol.dispose]();
});

/** Returns all requests that reached the model. */
async function requests(): Promise<unknown[]> {
  const response = await fetch(`${emulator.url}/-/journal`);
  return ((await response.json()) as { requests: unknown[] }).requests;
}

/** Returns the facts of the ledger about poems, in order. */
async function poemFacts(topic: StagedTopic): Promise<object[]> {
  const { ledger } = await topic.certified();
  const facts: object[] = [];
  for (let sequence = 1; sequence <= ledger.sequence; sequence += 1) {
    const key = objectKey('topic_ledger_entry', { topic_id: topic.topicId, sequence });
    const { object } = await topic.read('topic_ledger_entry', key);
    const { poem } = (object.header.context as { facts?: { poem?: object } }).facts ?? {};
    if (poem) facts.push(poem);
  }
  return facts;
}

/** @param more makes the poems others than those of an earlier duel, whose scores are kept */
async function playDuel(more = ''): Promise<StagedTopic> {
  const { ada, bo } = stage.cast;
  const topic = await stage.open('poetry_duel', {
    rounds_max: 1,
    themes: ['秋月 · Autumn moon'],
    judge_mode: ['platform'],
    submission_deadline_seconds: stage.windowSeconds,
  });
  expect(await topic.say(ada, loud + more)).toBe('accepted');
  expect(await topic.say(bo, quiet + more)).toBe('accepted');
  await topic.until({ status: 'closed', closed_reason: 'completed' });
  return topic;
}

test('a named model scores poems and a replay repeats the verdicts', { timeout: 120_000 }, async () => {
  const topic = await playDuel();
  expect(await poemFacts(topic)).toEqual([
    { score: 2, notes: ['judged by the model house', 'Loud.'] },
    { score: 9, notes: ['judged by the model house', 'Quiet and exact.'] },
  ]);
  expect((await topic.state()).results).toMatchObject([{ outcome: 'won', winners: ['bo'] }]);
  expect(await readSummary(topic)).toMatchObject({ method: 'model:house' });
  const { length } = await requests();
  await expectReplay(topic);
  expect(await requests()).toHaveLength(length);
});

test('a named model finds a proposal unsafe', { timeout: 120_000 }, async () => {
  const { ada, bo } = stage.cast;
  const box = await openBox(stage);
  expect(await box.send(ada, 'propose_topic', { title: 'Fight the cook' })).toBe('rejected unsafe');
  expect(await decisionOn(box, ada, 'r000001', 'rejected')).toMatchObject({ reason_code: 'unsafe' });
  expect(await box.send(bo, 'propose_topic', { title: 'Thank the cook' })).toBe('accepted');
  await expectReplay(box);
});

test('a named model writes the summary of a topic', { timeout: 120_000 }, async () => {
  const topic = await stage.open('freeform');
  expect(await topic.say(stage.cast.ada, 'The lamp in the hall is broken.')).toBe('accepted');
  await topic.close();
  const { summary, method } = await readSummary(topic);
  expect(method).toBe('model:house');
  expect(summary).toContain('(freeform, ended): 1 lines by ada.');
  expect(summary).toContain('The lamp in the hall is to be mended.');
});

test('the model gets no text of a private topic', { timeout: 120_000 }, async () => {
  const { ada } = stage.cast;
  const topic = await stage.open('freeform', {}, { visibility: 'invite', allowlist_agent_ids: ['ada'] });
  expect(await topic.say(ada, secret)).toBe('accepted');
  await topic.close();
  expect(await readSummary(topic)).toMatchObject({ method: 'extractive' });
  expect(JSON.stringify(await requests())).not.toContain(secret);
});

test('a home judges by rules after its model went away', { timeout: 120_000 }, async () => {
  await emulator.close();
  const topic = await playDuel('\nAutumn moon, once more.');
  const facts = (await poemFacts(topic)) as { notes: string[] }[];
  expect(facts).toHaveLength(2);
  for (const { notes } of facts)
    expect(notes.at(-1)).toMatch(/^the model house did not judge: (unavailable|timeout)$/);
  expect(await readSummary(topic)).toMatchObject({ method: 'extractive' });
  await expectReplay(topic);
});

test('a worker refuses a judge model that the settings lack', async () => {
  await expect(openJudgeModel('hose', {}, project)).rejects.toMatchObject({
    code: 'judge_model_not_configured',
    message: expect.stringMatching(/AGENT_HOME_JUDGE_MODEL=hose .*house/),
  });
});

function readSummary(topic: StagedTopic) {
  const key = objectKey('topic_summary', { topic_id: topic.topicId });
  return eventually(async () => (await topic.read('topic_summary', key)).object);
}
