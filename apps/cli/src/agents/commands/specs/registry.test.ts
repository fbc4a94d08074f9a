import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePolicySpec } from '@agent-home/agent-runtime/definition';
import { pinPolicies } from '@agent-home/runtime-node';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { deleteSpec, getSpec, listSpecs, registerSpecs } from './registry.ts';

afterEach(() => vi.restoreAllMocks());

const policy = {
  apiVersion: 'agent.platform/v1',
  kind: 'Policy',
  metadata: { name: 'calm-one', version: '1.0.0', owner: 'me' },
  spec: { rules: [{ effect: 'deny', action: 'tool.call', selector: { tool: 'bash' } }] },
};

test('shows the hash of a policy that decisions name', async () => {
  const project = await mkdtemp(join(tmpdir(), 'agent-home-hash-'));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  await mkdir(join(project, 'agents'));
  const file = join(project, 'calm.policy.json');
  await writeFile(file, JSON.stringify(policy, null, 4));
  const [pinned] = pinPolicies({ policiesRef: ['calm-one'] }, [decodePolicySpec(JSON.stringify(policy))]);
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
  const flags = { project, scope: 'project', format: 'json' } as const;
  expect(await registerSpecs([file], flags)).toBe(0);
  await listSpecs(flags);
  await getSpec('policy', 'calm-one', flags);
  await deleteSpec('policy', 'calm-one@1.0.0', flags);
  const printed = lines.flatMap((line) => line.match(/"sha256": "[0-9a-f]{64}"/g) ?? []);
  expect(printed).toEqual(Array(4).fill(`"sha256": "${pinned?.sha256}"`));
});
