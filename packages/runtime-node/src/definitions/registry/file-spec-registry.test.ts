import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkReferences } from '../checks/check-references.ts';
import { findPolicy } from '../loading/find-policy.ts';
import { findAgent, loadDefinitions, openRegistries } from '../loading/load-definitions.ts';
import { makeProject, markdownAgent } from '../testing/project.ts';
import { testSpecRegistry } from './contract/registry-contract.ts';
import { FileSpecRegistry } from './file-spec-registry.ts';
import { RegistryError } from './registry-error.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const policy = (version: string, tool = 'bash', name = 'no-shell') =>
  bytes(
    `apiVersion: agent.platform/v1\nkind: Policy\nmetadata: { name: ${name}, version: ${version}, owner: ada }\nspec: { rules: [{ effect: deny, action: tool.call, selector: { tool: ${tool} } }] }\n`,
  );

function getCode(act: () => unknown): string {
  try {
    act();
    return 'done';
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return error.code;
  }
}

testSpecRegistry(() => {
  const project = makeProject({});
  onTestFinished(() => project[Symbol.dispose]());
  return new FileSpecRegistry(join(project.project, 'agents/registry'));
});

test('a deleted version that comes back has one file', () => {
  using project = makeProject({});
  const registry = new FileSpecRegistry(join(project.project, 'agents/registry'));
  registry.register('p.yaml', policy('1.0.0'));
  registry.delete('Policy', 'no-shell', '1.0.0');
  expect(registry.register('p.yaml', policy('1.0.0')).isNew).toBe(true);
  expect(readdirSync(join(project.project, 'agents/registry/policy/no-shell'))).toHaveLength(1);
});

test('detects a change in the registry', () => {
  using project = makeProject({});
  const folder = join(project.project, 'agents/registry');
  const registry = new FileSpecRegistry(folder);
  const { path } = registry.register('p.yaml', policy('1.0.0')).registered;
  const damage: [what: string, harm: () => void][] = [
    ['other bytes', () => writeFileSync(path, policy('1.0.0', 'grep'))],
    ['another name', () => renameSync(path, path.replace('1.0.0', '1.0.1'))],
    [
      'a link',
      () => {
        const elsewhere = join(project.root, 'policy.yaml');
        renameSync(path, elsewhere);
        symlinkSync(elsewhere, path);
      },
    ],
  ];
  for (const [what, harm] of damage) {
    rmSync(dirname(path), { recursive: true });
    registry.register('p.yaml', policy('1.0.0'));
    harm();
    expect([what, getCode(() => registry.get('Policy', 'no-shell'))]).toEqual([
      what,
      what === 'a link' ? 'no_such_spec' : 'registry_damaged',
    ]);
  }
  rmSync(folder, { recursive: true });
  mkdirSync(join(project.root, 'outside/policy/no-shell'), { recursive: true });
  new FileSpecRegistry(join(project.root, 'outside')).register('p.yaml', policy('1.0.0'));
  symlinkSync(join(project.root, 'outside'), folder);
  expect(getCode(() => registry.get('Policy', 'no-shell'))).toBe('no_such_spec');
});

test('registered policies bind by version or newest release', () => {
  using project = makeProject({
    'agents/by-name.md': markdownAgent('by-name', 'policiesRef: [no-shell]'),
    'agents/by-version.md': markdownAgent('by-version', 'policiesRef: [no-shell@1.0.0]'),
    'agents/too-new.md': markdownAgent('too-new', 'policiesRef: [no-shell@3.0.0]'),
    'agents/by-file.md': markdownAgent('by-file', 'policiesRef: [own]'),
    'agents/policies/own.policy.yaml': policy('1.0.0', 'grep', 'own'),
  });
  const { project: registry, global } = openRegistries(project);
  for (const version of ['1.0.0', '1.1.0', '2.0.0-rc.1']) registry.register('p.yaml', policy(version));
  registry.register('own.yaml', policy('9.0.0', 'bash', 'own'));
  global.register('p.yaml', policy('5.0.0'));
  const loaded = loadDefinitions(project);
  const versionFor = (name: string) => {
    const agent = findAgent(loaded, name);
    const [reference] = agent?.definition?.policiesRef ?? [];
    if (!agent || reference === undefined) throw new Error(`there is no ${name}`);
    const problems = checkReferences(agent, loaded).map(({ code }) => code);
    return [findPolicy(agent, loaded, reference)?.spec?.metadata.version, ...problems];
  };
  expect(versionFor('by-name')).toEqual(['1.1.0']);
  expect(versionFor('by-version')).toEqual(['1.0.0']);
  expect(versionFor('too-new')).toEqual([undefined, 'unknown_policy']);
  expect(versionFor('by-file')).toEqual(['1.0.0']);
});
