import { readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getState } from '../../support/state-home.ts';
import { agentFile } from './support/agent-file.ts';
import { openFilePlace } from './support/file-place.ts';
import { writeFiles } from './support/write-files.ts';

describe('agents delete', () => {
  test('agents delete removes one scope after confirmation', async () => {
    const { atTerminal, getCode, project, run, names, read } = await openFilePlace({
      'project/agents/ada.md': agentFile('ada'),
      'home/.agent-home/agents/ada.md': agentFile('ada', 'color: red'),
    });
    const state = getState(project);
    await writeFiles(state, {
      'contexts/ada.json': '{}',
      'contexts/bea.json': '{}',
      'runs/run_1/log.jsonl': '',
    });
    const unsaid = await run('agents', 'delete', 'ada', '--yes');
    expect([unsaid.code, unsaid.stderr]).toEqual([
      2,
      expect.stringMatching(/--scope project or --scope global/),
    ]);
    // The context here belongs to the project’s agent, which overrides the other one.
    const global = await run('agents', 'delete', 'ada', '--scope', 'global', '--yes', '--format', 'json');
    expect(JSON.parse(global.stdout)).toMatchObject({ deleted: { scope: 'global', contextCleared: false } });
    expect((await readdir(join(state, 'contexts'))).sort()).toEqual(['ada.json', 'bea.json']);
    expect(await names('home/.agent-home/agents')).toEqual([]);
    const words = ['agents', 'delete', 'ada', '--scope', 'project'];
    const refused = await atTerminal(words, { when: 'yes or no', typed: 'no\n' });
    expect([refused.code, refused.shown]).toEqual([
      1,
      expect.stringMatching(/ada\.md\) and its context\?.*Nothing was deleted/s),
    ]);
    expect(await read('project/agents/ada.md')).toBe(agentFile('ada'));
    const deleted = await atTerminal(words, { when: 'yes or no', typed: 'yes\n' });
    expect([deleted.code, deleted.shown]).toEqual([
      0,
      expect.stringMatching(/its context .* deleted.*its runs stay/s),
    ]);
    expect(await names('project/agents')).toEqual([]);
    // The mark makes the agent's next run begin a new session.
    expect((await readdir(join(state, 'contexts'))).sort()).toEqual(['ada.cleared', 'bea.json']);
    expect(await readdir(join(state, 'runs'))).toEqual(['run_1']);
    expect(await getCode('agents', 'delete', 'ada', '--yes')).toEqual([2, 'agent_not_found']);
  });

  test('deleting a project’s agent keeps its global namesake', async () => {
    const { run, read, names } = await openFilePlace({
      'project/agents/ada.md': agentFile('ada'),
      'home/.agent-home/agents/ada.md': agentFile('ada', 'color: red'),
    });
    expect((await run('agents', 'delete', 'ada', '--scope', 'project', '--yes')).code).toBe(0);
    expect(await names('project/agents')).toEqual([]);
    expect(await read('home/.agent-home/agents/ada.md')).toBe(agentFile('ada', 'color: red'));
  });

  test('deleting an agent’s folder keeps foreign files', async () => {
    const { run, root, project, names, read, write } = await openFilePlace({
      'project/agents/bea/agent.yaml': 'kind: Agent',
      'project/agents/bea/prompts/own.md': 'You help.',
      'project/agents/bea/tools/weather.tool.yaml': 'kind: Tool',
      'project/agents/bea/policies/strict.policy.yaml': 'kind: Policy',
      'project/agents/bea/notes.txt': 'theirs',
      'elsewhere.md': 'theirs',
      'project/agents/whole/agent.json': '{}',
      'project/agents/whole/prompts/prompt.txt': 'You help.',
    });
    await symlink(join(root, 'elsewhere.md'), join(project, 'agents/bea/prompts/link.md'));
    const { code, stdout } = await run('agents', 'delete', 'bea', '--yes');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^ {2}the folder stays and keeps the name, .*: .*\/agents\/bea\/prompts$/m),
    ]);
    expect(stdout).toMatch(/^ {2}the folder stays and keeps the name, .*: .*\/agents\/bea$/m);
    expect((await names('project/agents/bea')).sort()).toEqual(['notes.txt', 'prompts']);
    expect(await names('project/agents/bea/prompts')).toEqual(['link.md']);
    expect(await read('elsewhere.md')).toBe('theirs');
    expect((await run('agents', 'delete', 'whole', '--yes')).stdout).not.toContain('stays and keeps');
    expect(await names('project/agents')).toEqual(['bea']);
    // Deleting a definition that is a link removes the link; its target stays.
    await symlink(join(root, 'elsewhere.md'), join(project, 'agents/cee.md'));
    expect((await run('agents', 'delete', 'cee', '--yes')).code).toBe(0);
    expect([await names('project/agents'), await read('elsewhere.md')]).toEqual([['bea'], 'theirs']);
    // Contexts behind a link do not belong to this project.
    await write('other/contexts/dee.json', '{}');
    await write('project/agents/dee.md', agentFile('dee'));
    const contexts = join(getState(project), 'contexts');
    await rm(contexts, { recursive: true, force: true });
    await symlink(join(root, 'other/contexts'), contexts);
    const deleted = await run('agents', 'delete', 'dee', '--yes');
    expect([deleted.code, deleted.stderr]).toEqual([0, expect.stringContaining('[context_not_kept]')]);
    expect(await names('other/contexts')).toEqual(['dee.json']);
  });
});
