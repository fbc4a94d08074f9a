import { type Task, TaskState } from '@a2a-js/sdk';
import { LegacyJsonRpcTransport } from '@a2a-js/sdk/compat/v0_3/client';
import { tables } from '@agent-home/platform/database';
import type { AgentHome } from '@agent-home/sdk';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer } from '../../../support/bearer.ts';
import { eventually } from '../../../support/eventually.ts';
import { getLedger } from '../../../support/ledger.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { a2aClient, createVerifier, fetchCard, message, ownerToken } from './support/a2a-client.ts';
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

const request = (text: string, returnImmediately: boolean, more: Parameters<typeof message>[1] = {}) => ({
  tenant: '',
  message: message(text, more),
  configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately },
  metadata: undefined,
});

async function taskFor(sent: Promise<object>): Promise<Task> {
  const task = await sent;
  if (!('status' in task)) throw new Error('the answer is no task');
  return task as Task;
}

const answerIn = ({ artifacts }: Task) => artifacts[0]?.parts[0]?.content;

test('a foreign A2A client verifies an agent’s card', async () => {
  const card = await fetchCard(home, 'ada');
  expect(card).toMatchObject({
    name: 'Tester',
    supportedInterfaces: [{ protocolVersion: '1.0' }, { protocolVersion: '0.3' }],
  });
  await createVerifier(home)(card);
});

test('a message becomes a topic with its answer', async () => {
  const client = await a2aClient(home, 'ada', token);
  const sent = await taskFor(client.sendMessage(request('Is the gate open?', true)));
  expect(sent.status?.state).toBe(TaskState.TASK_STATE_WORKING);
  await answerNext(ada, async (topic, words) => {
    expect([topic.topicId, words]).toEqual([sent.id, 'Is the gate open?']);
    await topic.say('It is, until nine.');
    await topic.say('Or ten.');
  });
  const task = await client.getTask({ tenant: '', id: sent.id });
  expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  // The first message stays the result of the task.
  expect(answerIn(task)).toEqual({ $case: 'text', value: 'It is, until nine.' });
  const entry = (await getLedger(home, sent.id)).find(({ sequence }) => sequence === 2);
  expect(entry).toMatchObject({ inputType: 'message', outcome: 'accepted' });
  expect(task.artifacts[0]?.metadata).toEqual({
    agent_id: 'ada',
    topic_id: sent.id,
    sequence: '2',
    object_key: `topics/${sent.id}/ledger/0000000002.json`,
  });
});

test('a waiting call returns the agent’s answer', async () => {
  const client = await a2aClient(home, 'ada', token);
  const [task] = await Promise.all([
    taskFor(client.sendMessage(request('Who is there?', false))),
    answerNext(ada, (topic) => topic.say('Only me.')),
  ]);
  expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  expect(answerIn(task)).toEqual({ $case: 'text', value: 'Only me.' });
});

test('a repeated message is the same task', async () => {
  const client = await a2aClient(home, 'ada', token);
  const messageId = crypto.randomUUID();
  const send = (text: string, contextId?: string) =>
    taskFor(client.sendMessage(request(text, true, { messageId, ...(contextId ? { contextId } : {}) })));
  const [first, again] = await Promise.all([send('One.'), send('One.')]);
  expect(again.id).toBe(first.id);
  const next = await send('Two.', first.contextId);
  expect(next.contextId).toBe(first.contextId);
  expect(next.id).not.toBe(first.id);
  expect(next.id.startsWith(first.contextId)).toBe(true);
  expect(next.history[0]?.parts[0]?.content).toEqual({ $case: 'text', value: 'Two.' });
});

test('a request is cancelled once and closes its topic', async () => {
  const client = await a2aClient(home, 'ada', token);
  const sent = await taskFor(client.sendMessage(request('Never mind.', true)));
  const cancelled = await client.cancelTask({ tenant: '', id: sent.id, metadata: undefined });
  expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
  expect((await getLedger(home, sent.id)).at(-1)).toMatchObject({ inputType: 'admin', outcome: 'accepted' });
  await expect(client.cancelTask({ tenant: '', id: sent.id, metadata: undefined })).rejects.toMatchObject({
    name: 'TaskNotCancelableError',
  });
});

test('a request without an answer in time fails', async () => {
  const client = await a2aClient(home, 'ada', token);
  const sent = await taskFor(client.sendMessage(request('Is anybody there?', true)));
  const { database } = home.open.platform;
  const { topics, topicDeadlines } = tables;
  const over = new Date(Date.now() - 1_000);
  await database.update(topics).set({ closesAt: over }).where(eq(topics.topicId, sent.id));
  await database.update(topicDeadlines).set({ dueAt: over }).where(eq(topicDeadlines.topicId, sent.id));
  await eventually(async () => {
    const task = await client.getTask({ tenant: '', id: sent.id });
    expect(task.status).toMatchObject({
      state: TaskState.TASK_STATE_FAILED,
      message: { parts: [{ content: { value: 'The agent did not answer in time.' } }] },
    });
  });
});

test('an A2A 0.3 client exchanges by message/send', async () => {
  const client = new LegacyJsonRpcTransport({
    endpoint: `${home.url}/a2a/agents/ada`,
    fetchImpl: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...bearer(token) } }),
  });
  const asked = request('How old is this protocol?', true);
  const sent = await taskFor(client.sendMessage(asked));
  expect(sent.status?.state).toBe(TaskState.TASK_STATE_WORKING);
  await answerNext(ada, (topic) => topic.say('Old enough.'), sent.id);
  await eventually(async () => {
    const task = await client.getTask({ tenant: '', id: sent.id });
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(answerIn(task)).toEqual({ $case: 'text', value: 'Old enough.' });
  });
});
