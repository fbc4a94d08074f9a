import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentHome, readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { openProject, trustFolder } from '../../commands/support/agent-project.ts';

const script = `
rules:
  - when: { system: { like: 'You write {{words}}.' }, after: { tool: home__say } }
    answer: Written.
  - when: { system: { like: 'You write {{words}}.' } }
    answer: { calls: [{ tool: home__say, arguments: { text: 'I write {{words}}.' } }] }
  - when: { system: You receive }
    answer: { calls: [{ tool: handoff_to_writer, arguments: { reason: Reply. } }] }
`;
const receiver = `---
kind: agent
name: receiver
title: Receiver
tools: { allow: [home.read] }
handoffs: [{ to: writer }]
home: { topics: [hall] }
---
You receive.
`;
const writer = (prompt: string) =>
  `---\nkind: agent\nname: writer\ntitle: Writer\ntools: { allow: [home.say] }\n---\n${prompt}\n`;

let home: TestHome;
let ada: AgentHome;

beforeAll(async () => {
  home = await startHome();
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
    if (agentId === 'receiver') texts.push(readUntrusted(text));
  return texts;
}

test('agent-home live hands over to agents of current files', { timeout: 120_000 }, async () => {
  const project = await openProject(script);
  const put = (path: string, content: string) => writeFile(join(project.folder, path), content);
  await put('agents/receiver.md', receiver);
  await put('agents/writer.md', writer('You write prose.'));
  await put('root.json', JSON.stringify(home.rootSet));
  trustFolder(project.folder, project.home);
  const command = project.start('live', 'agents/receiver.md', '--home', home.url, '--root', 'root.json');
  await eventually(async () => expect(await said()).toEqual(['I write prose.']), 60_000);
  await put('agents/writer.md', writer('You write verse.'));
  trustFolder(project.folder, project.home);
  await (await ada.enterTopic('hall')).say('And in rhyme?');
  await eventually(async () => expect(await said()).toEqual(['I write prose.', 'I write verse.']), 60_000);
  command.child.kill('SIGINT');
  await command.ended;
});
