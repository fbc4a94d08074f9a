import { TaskState } from '@a2a-js/sdk';
import type { AgentHome } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { ledgerOf } from '../../support/ledger.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { a2aClient, fetchCard, message, ownerToken, verifierOf } from './support/a2a-client.ts';
import { answerNext } from './support/answering.ts';

let home: TestHome;
let ada: AgentHome;
let token: string;

beforeAll(async () => {
  home = await startHome();
  ada = await sdkAgent(home, 'ada');
  token = await ownerToken(home, 'olga');
  await eventually(() => fetchCard(home, 'ada'));
});
afterAll(async () => {
  await ada?.close();
  await home?.close();
});

test('a client of another’s make resolves an agent’s card and verifies its signature with the home’s key set', async () => {
  const card = await fetchCard(home, 'ada');
  expect(card).toMatchObject({ name: 'Tester', supportedInterfaces: [{ protocolVersion: '1.0' }] });
  await verifierOf(home)(card);
});

test('a message becomes a topic for the agent, and the agent’s line there is the answer', async () => {
  const client = await a2aClient(home, 'ada', token);
  const sent = await client.sendMessage({
    tenant: '',
    message: message('Is the gate open?'),
    configuration: {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      returnImmediately: true,
    },
    metadata: undefined,
  });
  if (!('status' in sent)) throw new Error('the answer is no task');
  expect(sent.status?.state).toBe(TaskState.TASK_STATE_WORKING);
  await answerNext(ada, async (topic) => {
    expect(topic.topicId).toBe(sent.id);
    await topic.say('It is, until nine.');
  });
  const task = await client.getTask({ tenant: '', id: sent.id });
  expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  expect(task.artifacts[0]?.parts[0]?.content).toEqual({ $case: 'text', value: 'It is, until nine.' });
  expect((await ledgerOf(home, sent.id)).at(-1)).toMatchObject({ inputType: 'message', outcome: 'accepted' });
});
