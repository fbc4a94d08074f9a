import { replayLog } from '@agent-home/agent-runtime';
import { decodeMarkdown } from '@agent-home/agent-runtime/definition';
import { type ResidentTeam, RunSlots, TopicSession } from '@agent-home/runtime-node/resident';
import { type AgentHome, readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { openStage, type ResidentStage } from './resident-stage.ts';

const script = `
rules:
  - when: { system: You receive, after: { tool: handoff_to_writer } }
    answer: The writer has spoken.
  - when: { system: You receive }
    answer: { calls: [{ tool: handoff_to_writer, arguments: { reason: Greet them. } }] }
  - when: { system: You lead, after: { tool: delegate } }
    answer: { calls: [{ tool: home__say, arguments: { text: 'The counter has counted.' } }] }
  - when: { system: You lead, after: { tool: home__say } }
    answer: Said.
  - when: { system: You lead }
    answer: { calls: [{ tool: delegate, arguments: { tasks: [{ agent: counter, task: Count. }] } }] }
  - when: { system: You count, after: { tool: home__say } }
    answer: I could not speak.
  - when: { system: You count }
    answer: { calls: [{ tool: home__say, arguments: { text: 'I speak by myself.' } }] }
  - when: { system: You write, after: { tool: home__say } }
    answer: Written.
  - when: { system: You write }
    answer: { calls: [{ tool: home__say, arguments: { text: 'The writer greets you.' } }] }
`;

const files = {
  receiver: agent('receiver', 'You receive.', 'tools: { allow: [home.read] }', 'handoffs: [{ to: writer }]'),
  leader: agent('leader', 'You lead.', 'tools: { allow: [home.say] }', 'subagents: [counter]'),
  flow: agent(
    'flow',
    'You flow.',
    'graph:',
    '  entry: write',
    '  nodes: [{ name: write, agent: writer }]',
    '  edges: [{ from: write, to: END }]',
  ),
};
const members = {
  writer: agent('writer', 'You write.', 'tools: { allow: [home.say] }'),
  counter: agent('counter', 'You count.', 'tools: { allow: [home.say] }'),
};

function agent(name: string, prompt: string, ...lines: string[]): string {
  return `---\nkind: agent\nname: ${name}\ntitle: ${name}\n${lines.join('\n')}\nhome: { agent_id: lamp }\n---\n${prompt}\n`;
}

let home: TestHome;
let stage: ResidentStage;
let ada: AgentHome;
let lamp: AgentHome;

beforeAll(async () => {
  home = await startHome();
  stage = await openStage(home, { script });
  ada = await sdkAgent(home, 'ada');
  lamp = await sdkAgent(home, 'lamp');
  for (const topic_id of Object.keys(files)) {
    const topic = { topic_id, title: topic_id, visibility: 'public', mode: 'freeform' };
    await home.admin('POST', '/v1/admin/topics', topic);
    await eventually(() => ada.enterTopic(topic_id), 20_000);
  }
});
afterAll(async () => {
  await Promise.all([ada.close(), lamp.close()]);
  await stage.close();
  await home.close();
});

const toOrder = (text: string) => {
  const definition = decodeMarkdown(text);
  return {
    definition,
    definitionSha256: 'c'.repeat(64),
    systemPrompt: definition.systemPrompt ?? '',
    model: { provider: 'model-emulator', name: 'scripted', contextWindow: 16_384, reservedOutput: 1_024 },
    policies: [],
    operator: { autoApprove: ['safe'], unlocked: [] },
    context: [],
    tainted: false,
  };
};
const team: ResidentTeam = {
  member: async (name, sessionId) => {
    const order = { ...toOrder(members[name as keyof typeof members]), sessionId };
    return { order, providers: [], memory: undefined };
  },
  present: async () => new Map(),
};

async function open(name: keyof typeof files, changes: object = {}): Promise<TopicSession> {
  const ports = stage.ports(lamp, () => files[name]);
  const definition = async () => ({
    ...(await ports.definition()),
    ...(name === 'leader' ? { subagents: [{ agent: 'counter', description: 'counts' }] } : {}),
  });
  return new TopicSession(await lamp.enterTopic(name), { ...ports, definition, team, ...changes });
}

async function wake(name: keyof typeof files) {
  const { runId, state } = await (await open(name)).wake({ kind: 'arrival', topicId: name });
  const { lines, value } = await stage.store.read(runId);
  const topic = await ada.enterTopic(name);
  await topic.state();
  const said: { text: string; meta: unknown }[] = [];
  for await (const { text, agentId, meta } of topic.messages())
    if (agentId === 'lamp') said.push({ text: readUntrusted(text), meta });
  return { runId, state, said, records: replayLog(lines, value).records };
}

describe('a resident with other agents', () => {
  test('a resident hands over to an agent that speaks for it', async () => {
    const { runId, state, said, records } = await wake('receiver');
    expect([state.ended?.status, state.started.agent, state.ended?.answer]).toEqual([
      'answered',
      'writer',
      'Written.',
    ]);
    expect(said).toEqual([
      {
        text: 'The writer greets you.',
        meta: { value: expect.objectContaining({ run: expect.objectContaining({ run_id: runId }) }) },
      },
    ]);
    const leg = records.find(({ type }) => type === 'run.leg_started');
    expect(leg?.data).toMatchObject({ pinned: { agent: 'writer', identity: { agent_id: 'lamp' } } });
  });

  test('a resident runs a graph in its topic', async () => {
    const { state, said } = await wake('flow');
    expect(state.ended?.status).toBe('answered');
    expect(said.map(({ text }) => text)).toEqual(['The writer greets you.']);
  });

  test('a delegated task of a resident cannot speak in its topic', async () => {
    const { state, said, records } = await wake('leader');
    expect(state.ended?.status).toBe('answered');
    expect(said.map(({ text }) => text)).toEqual(['The counter has counted.']);
    const [delegated] =
      JSON.stringify(records)
        .match(/run_[0-9a-z]{25}/g)
        ?.filter((id) => id !== state.first.run_id) ?? [];
    const { lines, value } = await stage.store.read(delegated ?? '');
    const { state: inner } = replayLog(lines, value);
    expect([inner.ended?.answer, inner.started.identity?.agent_id, inner.started.tools]).toEqual([
      'I could not speak.',
      'lamp',
      expect.not.arrayContaining([expect.objectContaining({ name: 'home.say' })]),
    ]);
  });
});

test('residents of one process share a limit of runs', async () => {
  const slots = new RunSlots(1);
  const signal = new AbortController().signal;
  const release = await slots.acquire(signal);
  const session = await open('receiver', { slots });
  let isOver = false;
  const run = session.wake({ kind: 'arrival', topicId: 'receiver' }).finally(() => {
    isOver = true;
  });
  const before = (await stage.store.list({})).length;
  await new Promise((resolve) => setImmediate(resolve));
  expect([isOver, (await stage.store.list({})).length]).toEqual([false, before]);
  const ending = new AbortController();
  const third = slots.acquire(ending.signal);
  ending.abort(new Error('stopped'));
  await expect(third).rejects.toThrow('stopped');
  release();
  release();
  expect((await run).state.ended?.status).toBe('answered');
  const free = await slots.acquire(signal);
  const next = slots.acquire(signal);
  free();
  (await next)();
});
