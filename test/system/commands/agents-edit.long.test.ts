import { describe, expect, test } from 'vitest';
import { agentHome } from '../../support/terminal.ts';
import { agentFile } from './support/agent-file.ts';
import { type FilePlace, openFilePlace } from './support/file-place.ts';

const before = agentFile('ada', 'color: red # hers');

/** Creates a place with an agent, and an editor that runs this script on the given file. */
async function openEditing(script: string): Promise<FilePlace & { editor: string }> {
  const place = await openFilePlace({ 'project/agents/ada.md': before, 'editor.sh': script });
  return { ...place, editor: `sh '${place.root}/editor.sh'` };
}

const rename = 'sed -i s/^name:.*/name:\\ bea/ "$1"';

describe('agents edit', () => {
  test('agents edit saves loadable files with warnings', async () => {
    const { atTerminal, read, names, editor, write } = await openEditing('sed -i s/are/were/ "$1"');
    const saved = await atTerminal(['agents', 'edit', 'ada'], { editor });
    expect([saved.code, saved.shown]).toEqual([
      0,
      expect.stringMatching(/^ada is saved: .*\/agents\/ada\.md\r?$/m),
    ]);
    expect(await read('project/agents/ada.md')).toBe(before.replace('are', 'were'));
    const again = await atTerminal(['agents', 'edit', 'ada'], { editor });
    expect([again.code, again.shown]).toEqual([0, expect.stringMatching(/^Nothing was changed/m)]);
    await write('editor.sh', 'sed -i "s/^color.*/tools: { allow: [raed_file] }/" "$1"');
    const missing = await atTerminal(['agents', 'edit', 'ada'], { editor });
    expect([missing.code, missing.shown]).toEqual([
      0,
      expect.stringMatching(/before it runs: .*did you mean "read_file"/),
    ]);
    expect(await names('tmp')).toEqual([]);
    expect(await names('project/agents')).toEqual(['ada.md']);
  });

  test('a folder agent is edited by its agent.yaml', async () => {
    const spec = (owner: string) =>
      `apiVersion: agent.platform/v1\nkind: Agent\nmetadata: { name: bea, version: 1.0.0, owner: ${owner} }\nspec:\n  type: conversational\n  modelRef: { provider: openai, name: m }\n  promptRef: prompts/own\n  runtime: { selector: native }\n  tools: [grep]\n`;
    const { atTerminal, read, write, editor } = await openEditing('sed -i "s/owner: ada/owner: eve/" "$1"');
    await write('project/agents/bea/agent.yaml', spec('ada'));
    await write('project/agents/bea/prompts/own.md', 'You help.');
    const { code, shown } = await atTerminal(['agents', 'edit', 'bea'], { editor });
    expect([code, shown]).toEqual([0, expect.stringContaining('bea is saved')]);
    expect(await read('project/agents/bea/agent.yaml')).toBe(spec('eve'));
  });

  test('an unloadable edit is retried, dropped or saved elsewhere', async () => {
    const { atTerminal, read, names, editor, write } = await openEditing(rename);
    const decide = (typed: string) =>
      atTerminal(['agents', 'edit', 'ada'], { editor, when: 'does not load', typed });
    const dropped = await decide('keep\n');
    expect([dropped.code, dropped.shown]).toEqual([
      1,
      expect.stringMatching(/✗ .*called "bea" but its file "ada"[^✗]*✗ .*to rename the agent/s),
    ]);
    const saved = await decide('save draft.md\n');
    expect([saved.code, await read('project/draft.md')]).toEqual([
      1,
      before.replace('name: ada', 'name: bea'),
    ]);
    expect(await names('tmp')).toEqual([]);
    const left = await decide('\u0004');
    const kept = /our draft is kept: .*(tmp\/agent-home-edit-\w+\/ada\.md)/.exec(left.shown)?.[1];
    expect([left.code, await read(kept ?? '')]).toEqual([1, await read('project/draft.md')]);
    expect(await read('project/agents/ada.md')).toBe(before);
    await write(
      'editor.sh',
      `if grep -q bea "$1"; then sed -i "s/bea/ada/; s/are/were/" "$1"; else ${rename}; fi`,
    );
    const mended = await decide('edit\n');
    expect([mended.code, mended.shown]).toEqual([0, expect.stringContaining('ada is saved')]);
    expect(await read('project/agents/ada.md')).toBe(before.replace('are', 'were'));
  });

  test('a file changed during editing is kept', async () => {
    const { atTerminal, read, editor } = await openEditing(
      'sed -i s/are/were/ "$1"; echo theirs >> agents/ada.md',
    );
    const { code, shown } = await atTerminal(['agents', 'edit', 'ada'], { editor });
    expect([code, shown]).toEqual([1, expect.stringMatching(/\[changed_meanwhile\]/)]);
    expect(await read('project/agents/ada.md')).toBe(`${before}theirs\n`);
    const kept = /our draft is kept: .*(tmp\/agent-home-edit-\w+\/ada\.md)/.exec(shown)?.[1];
    expect(await read(kept ?? '')).toBe(before.replace('are', 'were'));
  });

  test('agents edit names its remedy without an editor', async () => {
    const { atTerminal, project, root, read, names, getCode } = await openEditing('');
    const wayOut =
      /change .*\/agents\/ada\.md yourself, then run agent-home agents validate ada \[editor_missing\]/;
    const without = await atTerminal(['agents', 'edit', 'ada']);
    expect([without.code, without.shown]).toEqual([2, expect.stringMatching(wayOut)]);
    const env = { HOME: root, EDITOR: 'touch' };
    const piped = await agentHome(['agents', 'edit', 'ada'], { cwd: project, env });
    expect([piped.code, piped.stderr]).toEqual([2, expect.stringMatching(wayOut)]);
    const unknown = await atTerminal(['agents', 'edit', 'ada'], { editor: 'no-such-editor' });
    expect([unknown.code, unknown.shown]).toEqual([2, expect.stringMatching(/\[editor_missing\]/)]);
    const failing = await atTerminal(['agents', 'edit', 'ada'], { editor: 'false' });
    expect([failing.code, failing.shown]).toEqual([1, expect.stringMatching(/\[editor_failed\]/)]);
    expect(await getCode('agents', 'edit', 'adda')).toEqual([2, 'agent_not_found']);
    expect([await read('project/agents/ada.md'), await names('tmp')]).toEqual([before, []]);
  });
});
