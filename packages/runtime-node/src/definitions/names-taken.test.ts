import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkReferences } from './checks/check-references.ts';
import { findPolicy } from './loading/find-policy.ts';
import { findAgent, loadDefinitions } from './loading/load-definitions.ts';
import { makeProject, markdownAgent } from './testing/project.ts';

const policy = (effect: string, name = 'strict') =>
  `apiVersion: agent.platform/v1\nkind: Policy\nmetadata: { name: ${name}, version: 1.0.0, owner: ada }\nspec: { rules: [{ effect: ${effect}, action: tool.call }] }\n`;

describe('names that are taken', () => {
  it('an unreadable entry keeps its name', () => {
    const global = { 'agents/ada.md': markdownAgent('ada') };
    const ways: [string, (agents: string) => void][] = [
      ['link', (agents) => symlinkSync('/etc/passwd', join(agents, 'ada.md'))],
      ['dangling link', (agents) => symlinkSync('nowhere', join(agents, 'ada'))],
      ['pipe', (agents) => execFileSync('mkfifo', [join(agents, 'ada.md')])],
      ['folder of a file’s name', (agents) => mkdirSync(join(agents, 'ada.md'))],
      ['empty folder', (agents) => mkdirSync(join(agents, 'ada'))],
    ];
    for (const [what, make] of ways) {
      using project = makeProject({ 'agents/README.md': '' }, global);
      make(join(project.project, 'agents'));
      const found = findAgent(loadDefinitions(project), 'ada');
      expect([what, found?.origin.scope, found?.definition]).toEqual([what, 'project', undefined]);
      expect(found?.problems).toHaveLength(1);
    }
    using project = makeProject({ 'agents/other.md': markdownAgent('ada') }, global);
    expect(findAgent(loadDefinitions(project), 'ada')).toMatchObject({
      origin: { scope: 'project' },
      definition: undefined,
      problems: [{ code: 'name_mismatch' }],
    });
    project.write('agents/ada.md', markdownAgent('ada'));
    expect(findAgent(loadDefinitions(project), 'ada')?.definition?.name).toBe('ada');
  });

  it('no global agent replaces one in an unreadable folder', () => {
    using project = makeProject({}, { 'agents/ada.md': markdownAgent('ada') });
    symlinkSync('/etc', join(project.project, 'agents'));
    const loaded = loadDefinitions(project);
    expect(findAgent(loaded, 'ada')?.definition).toBeUndefined();
    expect(findAgent(loaded, 'ada')?.problems).toMatchObject([{ code: 'symbolic_link' }]);
  });

  it('global policies bind a global agent in any project', () => {
    using project = makeProject(
      { 'agents/policies/strict.policy.yaml': policy('allow'), 'agents/own.md': bound('own') },
      { 'agents/policies/strict.policy.yaml': policy('deny'), 'agents/ada.md': bound('ada') },
    );
    const loaded = loadDefinitions(project);
    const effectFor = (name: string) => {
      const agent = findAgent(loaded, name);
      return agent && findPolicy(agent, loaded, 'strict')?.spec?.spec.rules[0]?.effect;
    };
    expect([effectFor('ada'), effectFor('own')]).toEqual(['deny', 'allow']);
  });

  it('no policy replaces a refused or duplicate one', () => {
    const global = { 'agents/policies/strict.policy.yaml': policy('allow') };
    for (const files of [
      { 'agents/policies/strict.policy.yaml': 'kind: Policy\n' },
      {
        'agents/policies/strict.policy.yaml': policy('deny'),
        'agents/policies/strict.policy.yml': policy('allow'),
      },
    ]) {
      using project = makeProject({ ...files, 'agents/own.md': bound('own') }, global);
      const loaded = loadDefinitions(project);
      const agent = findAgent(loaded, 'own');
      if (!agent) throw new Error('there is no agent');
      expect(findPolicy(agent, loaded, 'strict')?.spec).toBeUndefined();
      expect(checkReferences(agent, loaded)).toMatchObject([
        { code: 'unknown_policy', message: expect.stringContaining('is refused') },
      ]);
    }
  });
});

function bound(name: string): string {
  return markdownAgent(name, 'policiesRef: [strict]');
}
