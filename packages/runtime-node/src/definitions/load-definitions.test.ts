import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findAgent, loadDefinitions } from './loading/load-definitions.ts';
import { agentSpec, makeProject, markdownAgent } from './testing/project.ts';

describe('definitions of a project and of everything', () => {
  it('a project’s agent comes before a global namesake', () => {
    using project = makeProject(
      { 'agents/ada.md': markdownAgent('ada') },
      { 'agents/ada.md': markdownAgent('ada'), 'agents/bob.md': markdownAgent('bob', 'scope: global') },
    );
    const loaded = loadDefinitions(project);
    expect(loaded.problems).toEqual([]);
    expect(loaded.agents).toHaveLength(3);
    expect(findAgent(loaded, 'ada')?.origin).toMatchObject({ scope: 'project', codec: 'markdown' });
    expect(findAgent(loaded, 'bob')?.origin.scope).toBe('global');
    expect(findAgent(loaded, 'eve')).toBeUndefined();
  });

  it('a broken project file hides its global namesake', () => {
    const global = { 'agents/ada.md': markdownAgent('ada') };
    for (const broken of ['', markdownAgent('ada', 'modle: x'), markdownAgent('other'), '\ufffe', '---\n']) {
      using project = makeProject({ 'agents/ada.md': broken }, global);
      const found = findAgent(loadDefinitions(project), 'ada');
      expect(found?.origin.scope).toBe('project');
      expect(found?.definition).toBeUndefined();
      expect(found?.problems).not.toEqual([]);
    }
    using folder = makeProject({ 'agents/ada/agent.yaml': 'kind: Agent\n' }, global);
    expect(findAgent(loadDefinitions(folder), 'ada')?.definition).toBeUndefined();
  });

  it('two files of one name and scope are refused', () => {
    using project = makeProject({
      'agents/ada.md': markdownAgent('ada'),
      'agents/ada/agent.yaml': agentSpec('ada', 'tools: []'),
      'agents/ada/prompts/prompt.txt': 'x',
    });
    const { agents } = loadDefinitions(project);
    const paths = agents.map(({ origin }) => origin.path);
    expect(agents.map(({ definition }) => definition)).toEqual([undefined, undefined]);
    agents.forEach(({ problems }, index) => {
      expect(problems).toMatchObject([{ code: 'duplicate_name', file: paths[index] }]);
      expect(problems[0]?.message).toContain(paths[1 - index]);
    });
  });

  it('an agent’s folder needs all its parts intact', () => {
    const files = {
      'agents/jira-agent/agent.yaml': agentSpec(
        'jira-agent',
        'tools: [jira-reader]',
        'policiesRef: [strict]',
      ),
      'agents/jira-agent/prompts/own.txt': 'You read tickets.\r\n',
      'agents/jira-agent/tools/jira_reader.tool.yaml':
        'apiVersion: agent.platform/v1\nkind: Tool\nmetadata: { name: jira-reader, version: 1.0.0, owner: ada }\nspec: { inputsSchema: {}, outputsSchema: {} }\n',
      'agents/jira-agent/policies/strict.policy.json': JSON.stringify({
        apiVersion: 'agent.platform/v1',
        kind: 'Policy',
        metadata: { name: 'strict', version: '1.0.0', owner: 'ada' },
        spec: { rules: [{ effect: 'deny', action: 'tool.call' }] },
      }),
    };
    using project = makeProject(files);
    const loaded = loadDefinitions(project);
    expect(loaded.problems).toEqual([]);
    const agent = findAgent(loaded, 'jira-agent');
    expect(agent?.definition?.systemPrompt).toBe('You read tickets.');
    expect(agent?.tools[0]?.spec?.spec).toMatchObject({
      timeoutMs: 3000,
      auth: { type: 'none', scopes: [] },
    });
    expect(agent?.policies[0]?.spec?.spec.rules[0]?.selector.tool).toBe('*');
    project.write('agents/jira-agent/policies/strict.policy.json', '{}');
    const refused = findAgent(loadDefinitions(project), 'jira-agent');
    expect(refused?.definition).toBeUndefined();
    expect(refused?.problems).not.toEqual([]);
  });

  it('no link to an agent or folder is followed', () => {
    using outside = makeProject({
      'secret.md': markdownAgent('secret'),
      'agent/agent.yaml': agentSpec('agent', 'tools: []'),
      'agents/eve.md': markdownAgent('eve'),
    });
    using project = makeProject({ 'agents/good.md': markdownAgent('good') });
    symlinkSync(join(outside.project, 'secret.md'), join(project.project, 'agents/secret.md'));
    symlinkSync(join(outside.project, 'agent'), join(project.project, 'agents/agent'));
    const loaded = loadDefinitions(project);
    expect(loaded.agents.filter(({ definition }) => definition).map(({ name }) => name)).toEqual(['good']);
    expect(loaded.problems.map(({ code }) => code)).toEqual(['symbolic_link', 'symbolic_link']);

    using linked = makeProject({});
    symlinkSync(join(outside.project, 'agents'), join(linked.project, 'agents'));
    const nothing = loadDefinitions(linked);
    expect(nothing.agents).toEqual([]);
    expect(new Set(nothing.problems.map(({ code }) => code))).toEqual(new Set(['symbolic_link']));
  });

  it('a prompt outside of its agent’s folder is not read', () => {
    using project = makeProject({ 'secret.md': 'secret', 'agents/secret.md': markdownAgent('secret') });
    for (const ref of [
      'prompts/../../../secret',
      'prompts//etc/passwd',
      'prompt://../secret',
      '/etc/passwd',
    ]) {
      project.write('agents/thief/agent.yaml', agentSpec('thief', 'tools: []').replace('prompts/own', ref));
      expect(findAgent(loadDefinitions(project), 'thief')?.problems).toMatchObject([
        { code: 'prompt_missing' },
      ]);
    }
  });

  it('skips an oversized folder and reports a foreign one', () => {
    const many = Object.fromEntries(
      Array.from({ length: 2_001 }, (_, index) => [`agents/tools/${index}.txt`, '']),
    );
    using project = makeProject({ ...many, 'agents/README.md': '# Our agents\n' });
    mkdirSync(join(project.project, 'agents/nothing'));
    const { problems } = loadDefinitions(project);
    expect(problems.map(({ code }) => code).toSorted()).toEqual(['not_found', 'too_many_files']);
  });

  it('ignores unreadable settings and reports them', () => {
    using project = makeProject({ 'agents/settings.json': '{ "agents": { "owner": "eve" }, }' });
    const loaded = loadDefinitions(project);
    expect(loaded.settingsAreSound).toBe(false);
    expect(loaded.settings.agents.owner).toBe('local');
  });

  it('missing folders mean no agents and no problems', () => {
    using project = makeProject({});
    expect(loadDefinitions(project)).toMatchObject({ agents: [], problems: [], settingsAreSound: true });
  });
});
