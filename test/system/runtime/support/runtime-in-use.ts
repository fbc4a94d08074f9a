import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, type RunEvent, run } from '@agent-home/agent';
import { objectKey } from '@agent-home/protocol';
import type { AgentHome } from '@agent-home/sdk';
import { expect, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { newOwner } from '../../../support/look.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { type AgentProject, openProject, trustFolder } from '../../commands/support/agent-project.ts';
import { agentText } from '../../end-to-end/specs/spec-documents.ts';
import { textAt } from '../../end-to-end/tamper/bucket-and-database.ts';

/** Runtime other than the native one, and the variables that configure it. */
export interface RuntimeInUse {
  selector: string;
  variables: Record<string, string>;
}

const replying = `
rules:
  - when: { after: { tool: home__say } }
    answer: Done.
  - when: { after: { tool: home__read, contains: oil } }
    answer: { calls: [{ tool: home__say, arguments: { text: 'The oil is in the shed.' } }] }
  - when: { user: topic, count: 0 }
    answer: { calls: [{ tool: home__read, arguments: {} }] }
  - answer: There is nothing to say.
`;
const reading = `
rules:
  - when: { after: { tool: read_file, contains: red } }
    answer: 'The note says red, and that is the whole of what stands in it on this day.'
  - answer: { text: 'I read it. ', calls: [{ tool: read_file, arguments: { path: note.txt } }] }
`;
const fields = ({ selector }: RuntimeInUse) =>
  `runtime: { selector: ${selector} }\ntools: { allow: [home.read, home.say] }\nhome: { topics: [hall] }\n`;

interface Neighbours {
  home: TestHome;
  ada: AgentHome;
  token: string;
}

/** Opens a home with a public topic and an agent that speaks in it. */
async function openNeighbours(): Promise<Neighbours> {
  const home = await startHome();
  onTestFinished(() => home.close());
  const token = await newOwner(home, 'olga');
  const ada = await sdkAgent(home, 'ada');
  onTestFinished(() => ada.close());
  const topic = { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  await eventually(() => ada.enterTopic('hall'), 20_000);
  return { home, ada, token };
}

/** Returns the ledger entry of the first message of an agent in the topic. */
async function firstEntryOf(agentId: string, { open }: TestHome): Promise<string> {
  for (let sequence = 1; ; sequence++) {
    const key = objectKey('topic_ledger_entry', { topic_id: 'hall', sequence });
    const text = await textAt(open.platform.store, key);
    const { header, body } = JSON.parse(text);
    if (header.input.type === 'message' && JSON.parse(body.text).agent_id === agentId) return text;
  }
}

/** Runs a resident in a topic with a message, and verifies the run to which its reply commits. */
async function expectVerifiedReply(given: string, project: AgentProject, { home, ada }: Neighbours) {
  await (await ada.enterTopic('hall')).say('Where is the lamp oil?');
  const live = project.start('live', given, '--root', 'root.json', '--home', home.url);
  onTestFinished(async () => {
    live.child.kill('SIGINT');
    await live.ended;
  });
  const entry = await eventually(() => firstEntryOf('lodger', home), 40_000);
  const { content, meta } = JSON.parse(JSON.parse(entry).body.text);
  expect(content.text).toBe('The oil is in the shed.');
  const runId = String(meta.run.run_id);
  await eventually(
    async () =>
      expect(await project.runs()).toContainEqual(
        expect.objectContaining({ run_id: runId, state: 'answered' }),
      ),
    20_000,
  );
  // The message is verified against the log as its reader receives it.
  await writeFile(join(project.folder, 'entry.json'), entry);
  for (const words of [
    ['export', runId, '--output', 'run.json', '--home', home.url],
    ['verify', 'run.json', '--message', 'entry.json', '--root', 'root.json'],
    ['replay', runId],
  ]) {
    const ended = await project.run('runs', ...words);
    expect([words[0], ended.code, ended.stderr]).toEqual([words[0], 0, '']);
  }
}

async function openHomeProject(runtime: RuntimeInUse, { home, token }: Neighbours): Promise<AgentProject> {
  const variables = { ...runtime.variables, AGENT_HOME_TOKEN: token };
  const project = await openProject(replying, {}, variables, { isTrusted: false });
  await writeFile(join(project.folder, 'root.json'), JSON.stringify(home.rootSet));
  return project;
}

/** Runs a resident of a file until it has answered a message. */
export async function replyOfResident(runtime: RuntimeInUse): Promise<void> {
  const neighbours = await openNeighbours();
  const project = await openHomeProject(runtime, neighbours);
  const file = ['---', 'kind: agent', 'name: lodger', 'title: Lodger', `${fields(runtime)}---`, 'You lodge.'];
  await writeFile(join(project.folder, 'agents/lodger.md'), file.join('\n'));
  trustFolder(project.folder, project.home);
  await expectVerifiedReply('agents/lodger.md', project, neighbours);
}

/** Runs a version that is registered in a home until it has answered a message. */
export async function replyOfRegistered(runtime: RuntimeInUse): Promise<void> {
  const neighbours = await openNeighbours();
  const { home, token } = neighbours;
  const content = agentText('lodger', '1.0.0', fields(runtime), 'You lodge.');
  const registered = await fetch(`${home.url}/v1/specs/agents/lodger/1.0.0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ file: 'spec.md', content }),
  });
  expect(registered.status).toBe(201);
  const project = await openHomeProject(runtime, neighbours);
  const trust = ['agents', 'trust', 'lodger@1.0.0', '--home', home.url];
  const { stdout } = await project.run(...trust);
  const hash = /--sha256 ([0-9a-f]{64})/.exec(stdout)?.[1] ?? '';
  await project.run(...trust, '--sha256', hash);
  await expectVerifiedReply('lodger@1.0.0', project, neighbours);
}

/** Runs an agent's file by the library, and returns the events of the run and of its text. */
export async function streamOfProgram({ selector, variables }: RuntimeInUse) {
  const project = await openProject(reading, {}, {}, { isTrusted: false });
  await mkdir(join(project.folder, 'agents'), { recursive: true });
  const text = agentText(
    'robin',
    '1.0.0',
    `runtime: { selector: ${selector} }\ntools: { allow: [read_file] }\n`,
  );
  await writeFile(join(project.folder, 'agents/robin.md'), text);
  await writeFile(join(project.folder, 'note.txt'), 'red');
  for (const [name, value] of Object.entries({ ...variables, HOME: project.home })) vi.stubEnv(name, value);
  try {
    trustFolder(project.folder, project.home);
    const agent = Agent.fromFile(join(project.folder, 'agents/robin.md'), { project: project.folder });
    const events: RunEvent[] = [];
    for await (const event of run(agent, 'What does the note say?')) events.push(event);
    return events;
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Expects the text before the call and the answer after it, each in pieces as the model sends them. */
export function expectStreamed(events: readonly RunEvent[]): void {
  const call = events.findIndex(({ type }) => type === 'tool_call');
  const pieces = (part: readonly RunEvent[]) =>
    part.flatMap((event) => (event.type === 'text' ? [event.text] : []));
  expect(pieces(events.slice(0, call)).join('')).toBe('I read it. ');
  const answer = pieces(events.slice(call));
  expect(answer.join('')).toBe('The note says red, and that is the whole of what stands in it on this day.');
  expect(answer.length).toBeGreaterThan(1);
  expect(events.at(-1)).toMatchObject({ type: 'ended', result: { status: 'answered' } });
}
