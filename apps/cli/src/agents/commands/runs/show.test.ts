import { expect, test } from 'vitest';
import { commandPlace, scriptedModel } from '../../../testing/command-place.ts';

const script = `
rules:
  - when: { after: { tool: read_file } }
    answer: done
  - answer: { calls: [{ tool: read_file, arguments: { path: big.txt, limit: 10000 } }] }
`;

test('runs show --full prints 150 KB in linear time', async () => {
  const { models } = await scriptedModel(script);
  const big = 'some words in a line\n'.repeat(7_200);
  const place = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models }),
    'project/agents/ada.md':
      '---\nkind: agent\nname: ada\ntitle: Ada\nlimits: { maxTokens: 2000000 }\n---\nYou help.\n',
    'project/big.txt': big,
  });
  place.trust();
  const { code, stderr } = await place.run('agents', 'run', 'ada', '-p', 'please', '--new');
  expect([code, stderr]).toEqual([0, expect.anything()]);
  const [{ run_id: run }] = JSON.parse((await place.run('runs', 'list', '--format', 'json')).stdout);
  const began = process.cpuUsage().user;
  const { stdout } = await place.run('runs', 'show', run, '--full');
  expect(process.cpuUsage().user - began).toBeLessThan(20_000_000);
  expect(stdout).toContain(big.replaceAll('\n', ' ').trim().slice(-1_000));
  const documents = await place.run('runs', 'show', run, '--format', 'json');
  const records = JSON.parse(documents.stdout);
  expect(documents.stdout).toBe(`${JSON.stringify(records, undefined, 2)}\n`);
  const events = JSON.parse((await place.run('runs', 'show', run, '--format', 'events')).stdout);
  expect([events.length, events[0].eventType]).toEqual([records.length, 'run_start']);
  const plans = JSON.parse((await place.run('runs', 'show', run, '--format', 'plans')).stdout);
  expect(plans).toMatchObject([
    { agent: 'ada', round: 1, actions: [{ action: 'call', name: 'read_file' }] },
    { agent: 'ada', round: 2, actions: [{ action: 'say' }] },
  ]);
});
