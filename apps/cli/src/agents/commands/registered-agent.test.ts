import { expect, test } from 'vitest';
import { commandPlace, scriptedModel } from '../../testing/command-place.ts';

const script = `
rules:
  - when: { system: version one }
    answer: I am the first.
  - when: { after: { tool: stamp-letter } }
    answer: It is stamped.
  - when: { user: stamp }
    answer: { calls: [{ tool: stamp-letter, arguments: {} }] }
  - answer: I am the second.
`;
const agent = (version: string, prompt: string) =>
  `---\nkind: agent\nname: clerk\ntitle: Clerk\nversion: ${version}\n---\n${prompt}\n`;
const tool = `apiVersion: agent.platform/v1
kind: Tool
metadata: { name: stamp-letter, version: 1.0.0, owner: ada }
spec:
  inputsSchema: { type: object }
  outputsSchema: { type: object }
`;

test('a registered agent runs by name and version', async () => {
  const { models } = await scriptedModel(script);
  const say = `process.stdout.write('{"stamped":true}')`;
  const place = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({
      models,
      tools: { 'stamp-letter': { command: [process.execPath, '-e', say] } },
      approvals: { autoApprove: ['safe', 'low', 'medium', 'high'] },
    }),
    'project/one.md': agent('1.0.0', 'You are version one.'),
    'project/two.md': agent('2.0.0', 'You are the other.'),
    'project/stamp-letter.tool.yaml': tool,
  });
  const file = (name: string) => `${place.project}/${name}`;
  const files = ['one.md', 'two.md', 'stamp-letter.tool.yaml'].map(file);
  expect(await place.run('specs', 'register', ...files, '--scope', 'global')).toMatchObject({ code: 0 });
  const run = (name: string, text: string) => place.run('agents', 'run', name, '-p', text, '--new');
  expect((await run('clerk@1.0.0', 'hello')).stdout).toContain('I am the first.');
  expect((await run('clerk', 'hello')).stdout).toContain('I am the second.');
  const stamped = await run('clerk', 'stamp it');
  expect([stamped.stdout, stamped.stderr]).toEqual([
    'It is stamped.\n',
    expect.stringMatching(/✔ stamp-letter/),
  ]);
  expect((await place.run('agents', 'validate', 'clerk@2.0.0')).code).toBe(0);
  expect(await run('clerk@3.0.0', 'hello')).toMatchObject({ code: 2, error: 'agent_not_found' });
});
