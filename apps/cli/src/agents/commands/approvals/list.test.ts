import { expect, test } from 'vitest';
import { commandPlace, scriptedModel } from '../../../testing/command-place.ts';

test('a waiting graph question is listed with its text', async () => {
  const { models } = await scriptedModel('rules:\n  - answer: Done.\n');
  const place = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models }),
    'project/agents/flow.md': [
      '---',
      'kind: agent',
      'name: flow',
      'title: Flow',
      'type: workflow',
      'graph:',
      '  entry: ask',
      '  nodes: [{ name: ask, approve: Shall the fix be shipped? }]',
      '  edges: [{ from: ask, to: END }]',
      '---',
      'You lead.',
      '',
    ].join('\n'),
  });
  place.trust();
  expect((await place.run('agents', 'run', 'flow', '-p', 'go')).code).toBe(3);
  const { stdout } = await place.run('approvals', 'list');
  expect(stdout).toMatch(/a person +Shall the fix be shipped\? +high +flow/);
});
