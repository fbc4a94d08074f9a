import { fileURLToPath } from 'node:url';
import { liveResident } from '@agent-home/runtime-node/resident';
import type { AgentHome } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { fetchCard, ownerToken } from '../../system/end-to-end/a2a/support/a2a-client.ts';
import { answerNext } from '../../system/end-to-end/a2a/support/answering.ts';
import { getFile, openStage } from '../../system/end-to-end/file-residents/resident-stage.ts';
import { runPython } from './run-python.ts';

const script = fileURLToPath(new URL('clients/a2a_asker.py', import.meta.url));
let home: TestHome;
let ada: AgentHome;

beforeAll(async () => {
  home = await startHome();
  ada = await sdkAgent(home, 'ada');
  await eventually(() => fetchCard(home, 'ada'));
});
afterAll(async () => {
  await ada?.close();
  await home?.close();
});

test('the Python A2A client verifies cards and gets answers', async () => {
  const told = {
    home: home.url,
    agent: 'ada',
    token: await ownerToken(home, 'olga'),
    message_id: crypto.randomUUID(),
  };
  let heard: string | undefined;
  const [printed] = await Promise.all([
    runPython(script, [JSON.stringify(told)]),
    answerNext(ada, async (topic, words) => {
      heard = words;
      await topic.say('Ada — 我在。');
    }),
  ]);
  expect(heard).toBe('你好, who is there?');
  expect(JSON.parse(printed)).toEqual({
    name: 'Tester',
    tampered: 'refused',
    state: 'TASK_STATE_COMPLETED',
    answer: 'Ada — 我在。',
    same: [true, true, true],
  });
});

test('the Python client gets the reply of a file resident', async () => {
  const stage = await openStage(home, {
    script: `
rules:
  - when: { after: { tool: home__say } }
    answer: I have spoken.
  - when: { after: { tool: home__read, contains: ['who is there'] } }
    answer: { calls: [{ tool: home__say, arguments: { text: '山泉在。' } }] }
  - when: { user: 'request waits' }
    answer: { calls: [{ tool: home__read, arguments: {} }] }
`,
  });
  const lamp = await sdkAgent(home, 'lamp');
  await eventually(() => fetchCard(home, 'lamp'));
  const stopping = new AbortController();
  const life = liveResident({
    ...stage.ports(lamp, () => getFile('lamp', '{ allow: [home.read, home.say] }\nhome: { topics: [] }')),
    pace: { answerMs: () => 0 },
    signal: stopping.signal,
  });
  const told = { home: home.url, agent: 'lamp', token: await ownerToken(home, 'otto') };
  const printed = await runPython(script, [JSON.stringify({ ...told, message_id: crypto.randomUUID() })]);
  stopping.abort();
  await life.catch(() => undefined);
  await lamp.close();
  await stage.close();
  expect(JSON.parse(printed)).toMatchObject({
    state: 'TASK_STATE_COMPLETED',
    answer: '山泉在。',
    same: [true, true, true],
  });
});
