import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentHome, readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { newOwner } from '../../../support/look.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { openProject } from '../../commands/support/agent-project.ts';
import { agentText } from '../specs/spec-documents.ts';

const script = `
rules:
  - when: { after: { tool: home__say } }
    answer: Done.
  - when: { system: You lodge }
    answer: { calls: [{ tool: home__say, arguments: { text: 'I lodge here.' } }] }
`;
const fields = 'tools: { allow: [home.read, home.say] }\nhome: { topics: [hall] }\n';

let home: TestHome;
let ada: AgentHome;
let token: string;

beforeAll(async () => {
  home = await startHome();
  token = await newOwner(home, 'olga');
  ada = await sdkAgent(home, 'ada');
  const topic = { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  await eventually(() => ada.enterTopic('hall'), 20_000);
});
afterAll(async () => {
  await ada.close();
  await home.close();
});

async function said(): Promise<string[]> {
  const topic = await ada.enterTopic('hall');
  await topic.state();
  const texts: string[] = [];
  for await (const { text, agentId } of topic.messages())
    if (agentId === 'lodger') texts.push(readUntrusted(text));
  return texts;
}

async function withSpec(method: 'PUT' | 'DELETE', version: string, content?: string): Promise<number> {
  const response = await fetch(`${home.url}/v1/specs/agents/lodger/${version}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(content === undefined ? {} : { body: JSON.stringify({ file: 'spec.md', content }) }),
  });
  return response.status;
}

test('agent-home live runs a registered agent until it is withdrawn', { timeout: 150_000 }, async () => {
  expect(await withSpec('PUT', '1.0.0', agentText('lodger', '1.0.0', fields, 'You lodge.'))).toBe(201);
  const project = await openProject(script, {}, { AGENT_HOME_TOKEN: token });
  await writeFile(join(project.folder, 'root.json'), JSON.stringify(home.rootSet));
  const live = ['live', 'lodger@1.0.0', '--home', home.url, '--root', 'root.json'];
  const untrusted = await project.run(...live);
  expect([untrusted.code, untrusted.stderr]).toEqual([2, expect.stringContaining('home_not_trusted')]);
  const shown = await project.run('agents', 'trust', 'lodger@1.0.0', '--home', home.url);
  const hash = /--sha256 ([0-9a-f]{64})/.exec(shown.stdout)?.[1] ?? '';
  await project.run('agents', 'trust', 'lodger@1.0.0', '--home', home.url, '--sha256', hash);
  const command = project.start(...live);
  await eventually(async () => expect(await said()).toEqual(['I lodge here.']), 60_000);
  const [run] = await project.runs();
  const [start = '{}'] = (await readFile(project.log(run?.run_id ?? ''), 'utf8')).split('\n');
  expect(JSON.parse(start).data.registered).toMatchObject({
    home: home.url,
    set_sha256: hash,
    specs: [{ kind: 'Agent', name: 'lodger', version: '1.0.0' }],
  });
  expect(await withSpec('DELETE', '1.0.0')).toBe(200);
  // The set of a home is read again after some seconds, for the next run.
  await eventually(async () => {
    await (await ada.enterTopic('hall')).say('Are you there?');
    expect(command.printed.stderr).toContain('agent_not_found');
  }, 90_000);
  command.child.kill('SIGINT');
  await command.ended;
  const again = await project.run(...live);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('agent_not_found')]);
});
