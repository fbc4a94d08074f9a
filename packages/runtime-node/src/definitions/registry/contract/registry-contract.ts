import { DefinitionError, decodePolicySpec, policySha256 } from '@agent-home/agent-runtime/definition';
import { sha256Hex } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { RegistryError } from '../registry-error.ts';
import type { SpecRegistry } from '../spec-registry.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function policy(version: string, tool = 'bash', name = 'no-shell'): Uint8Array {
  return bytes(
    `apiVersion: agent.platform/v1\nkind: Policy\nmetadata: { name: ${name}, version: ${version}, owner: ada }\nspec: { rules: [{ effect: deny, action: tool.call, selector: { tool: ${tool} } }] }\n`,
  );
}

function agent(version?: string): Uint8Array {
  const line = version === undefined ? '' : `version: ${version}\n`;
  return bytes(`---\nkind: agent\nname: helper\ntitle: Helper\n${line}---\nYou help.\n`);
}

async function getCode(act: () => unknown): Promise<string> {
  try {
    await act();
    return 'done';
  } catch (error) {
    if (error instanceof DefinitionError) return error.code;
    if (!(error instanceof RegistryError)) throw error;
    return error.code;
  }
}

/**
 * Tests of every adapter of `SpecRegistry`.
 * @param open returns an empty registry
 */
export function testSpecRegistry(open: () => SpecRegistry | Promise<SpecRegistry>): void {
  test('returns registered bytes, by default the newest release', async () => {
    const registry = await open();
    expect(await registry.list()).toEqual([]);
    for (const version of ['1.9.0', 'v1.10.0', '2.0.0-rc.1'])
      expect((await registry.register('p.yaml', policy(version))).isNew).toBe(true);
    expect((await registry.register('elsewhere.yaml', policy('1.9.0'))).isNew).toBe(false);
    await registry.register('helper.md', agent('1.0.0'));
    expect((await registry.list()).map(({ kind, name, version }) => `${kind} ${name} ${version}`)).toEqual([
      'Agent helper 1.0.0',
      'Policy no-shell 1.9.0',
      'Policy no-shell 1.10.0',
      'Policy no-shell 2.0.0-rc.1',
    ]);
    expect((await registry.get('Policy', 'no-shell')).version).toBe('1.10.0');
    expect((await registry.get('Policy', 'no-shell', '2.0.0-rc.1')).spec.name).toBe('no-shell');
    expect((await registry.get('Agent', 'helper')).content).toEqual(agent('1.0.0'));
    expect(await getCode(() => registry.get('Tool', 'no-shell'))).toBe('no_such_spec');
    expect(await getCode(() => registry.get('Policy', 'no-shell', '1.9.1'))).toBe('no_such_spec');
    expect(await getCode(() => registry.get('Policy', '../policy/no-shell'))).toBe('no_such_spec');
  });

  test('has one hash for a spec in every answer', async () => {
    const registry = await open();
    const text = policy('1.0.0');
    const hash = policySha256(decodePolicySpec(text));
    const made = await registry.register('p.yaml', text);
    const agents = await registry.register('helper.md', agent('1.0.0'));
    expect(agents.registered.sha256).toBe(sha256Hex(agent('1.0.0')));
    const listed = (await registry.list()).find(({ kind }) => kind === 'Policy');
    const got = await registry.get('Policy', 'no-shell', '1.0.0');
    const deleted = await registry.delete('Policy', 'no-shell', '1.0.0');
    expect([made.registered, listed, got, deleted].map((one) => one?.sha256)).toEqual(Array(4).fill(hash));
  });

  test('a version means one text, also after its deletion', async () => {
    const registry = await open();
    const register = (content: Uint8Array) => registry.register('p.yaml', content);
    await register(policy('1.0.0'));
    expect(await getCode(() => register(policy('1.0.0', 'grep')))).toBe('version_taken');
    expect(await getCode(() => register(policy('v1.0.0', 'grep')))).toBe('version_taken');
    expect(await getCode(() => registry.delete('Policy', 'no-shell', '1.0.1'))).toBe('no_such_spec');
    await registry.delete('Policy', 'no-shell', '1.0.0');
    expect(await registry.list()).toEqual([]);
    expect(await getCode(() => registry.get('Policy', 'no-shell'))).toBe('no_such_spec');
    expect(await getCode(() => registry.delete('Policy', 'no-shell', '1.0.0'))).toBe('no_such_spec');
    expect(await getCode(() => register(policy('1.0.0', 'grep')))).toBe('version_taken');
    expect((await register(policy('1.0.0'))).isNew).toBe(true);
    expect((await registry.get('Policy', 'no-shell')).version).toBe('1.0.0');
  });

  test('registers nothing without a version or valid schema', async () => {
    const registry = await open();
    expect(await getCode(() => registry.register('helper.md', agent()))).toBe('version_missing');
    const long = policy(`1.0.0-${'x'.repeat(120)}`);
    expect(await getCode(() => registry.register('p.yaml', long))).toBe('version_missing');
    expect(await getCode(() => registry.register('p.yaml', bytes('kind: Policy\n')))).toBe('missing_field');
    expect(await getCode(() => registry.register('p.yaml', new Uint8Array([0xff])))).toBe('not_utf8');
    expect(await registry.list()).toEqual([]);
    await registry.register('p.yaml', policy('1.0.0-rc.1'));
    expect(await getCode(() => registry.get('Policy', 'no-shell'))).toBe('no_release');
  });
}
