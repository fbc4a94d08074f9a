import { expect, test } from 'vitest';
import { commandPlace, scriptedModel } from '../../testing/command-place.ts';

const script = `
rules:
  - when: { after: { tool: read_file } }
    answer: Done.
  - answer: { text: I look into it first., calls: [{ tool: read_file, arguments: { path: note.txt } }] }
`;

test('names allowed tools, and prints text before a call once', async () => {
  const { models } = await scriptedModel(script);
  const place = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models }),
    'project/agents/ada.md':
      '---\nkind: agent\nname: ada\ntitle: Ada\ntools: { allow: [read_file, grep], deny: [grep] }\n---\nYou help.\n',
    'project/note.txt': 'a note',
  });
  place.trust();
  const { stdout, stderr } = await place.run('agents', 'run', 'ada', '-p', 'please', '--verbose');
  expect(stdout).toBe('Done.\n');
  expect(stderr).toMatch(/^ {2}tools {6}(read_result, )?read_file$/m);
  expect(stderr.match(/I look into it first\./g)).toHaveLength(1);
  const shown = await place.run('runs', 'list', '--format', 'json');
  const again = await place.run('runs', 'show', JSON.parse(shown.stdout)[0].run_id);
  expect(again.stdout.match(/I look into it first\./g)).toHaveLength(1);
});
