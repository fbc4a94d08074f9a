import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientRequirements, reportSchema, serverRequirements } from '@agent-home/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HeldHome, startHeldHome } from './faulty-home/held-home.ts';
import { requestFaults } from './faulty-home/request-faults.ts';

const cli = fileURLToPath(new URL('../../../apps/cli/bin/agent-home.js', import.meta.url));
let held: HeldHome;
let folder: string;
let root: string;
let token: string;

beforeAll(async () => {
  held = await startHeldHome();
  folder = await mkdtemp(join(tmpdir(), 'agent-home-conformance-command-'));
  root = join(folder, 'root.json');
  token = join(folder, 'token');
  await writeFile(root, JSON.stringify(held.home.rootSet));
  await writeFile(token, `${held.home.secrets.adminToken}\n`, { mode: 0o600 });
});
afterAll(async () => {
  await held?.close();
  await rm(folder, { recursive: true, force: true });
});

function agentHome(...given: string[]): Promise<{ code: number | null; said: string; told: string }> {
  const child = spawn(process.execPath, [cli, 'conformance', ...given], {
    env: { PATH: process.env.PATH ?? '', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said, told }));
  });
}

describe('agent-home conformance', { timeout: 90_000 }, () => {
  test('a good home ends with 0 in every report', async () => {
    held.faulty.plant(undefined);
    const junit = join(folder, 'home.xml');
    const flags = ['--trust-root', root, '--token-file', token, '--format', 'json', '--junit', junit];
    const { code, said } = await agentHome('server', held.faulty.url, ...flags);
    const report = reportSchema.parse(JSON.parse(said));
    expect({ code, failed: report.failed, passed: report.passed }).toEqual({
      code: 0,
      failed: 0,
      passed: serverRequirements.length,
    });
    const xml = await readFile(junit, 'utf8');
    expect(xml.match(/<testcase /g)).toHaveLength(serverRequirements.length);
    expect(xml).not.toContain('<failure');
    expect(said + xml).not.toContain(held.home.secrets.adminToken);
  });

  test('a faulty home ends with 1 in every report', async () => {
    held.faulty.plant(requestFaults.find(({ fails }) => fails.includes('signature/nonce-once')));
    const junit = join(folder, 'faulty.xml');
    const flags = ['--trust-root', root, '--token-file', token, '--junit', junit];
    const { code, said } = await agentHome('server', held.faulty.url, ...flags);
    expect(code).toBe(1);
    expect(said).toMatch(/^✘ signature\/nonce-once /m);
    expect(said.match(/^✘/gm)).toHaveLength(1);
    expect(await readFile(junit, 'utf8')).toMatch(/name="signature\/nonce-once"[^\n]*<failure /);
  });

  test('a missing token or topic skips its requirements', async () => {
    held.faulty.plant(undefined);
    const flags = ['--trust-root', root, '--format', 'json'];
    const { code, said } = await agentHome('server', held.faulty.url, ...flags);
    const { results, failed } = reportSchema.parse(JSON.parse(said));
    expect({ code, failed }).toEqual({ code: 0, failed: 0 });
    const skipped = results.filter(({ verdict }) => verdict === 'skipped');
    expect(skipped.map(({ id }) => id)).toContain('chain/previous');
    for (const { details } of skipped) expect(details[0]).toMatch(/token|topic|line|event/);
  });

  test('invalid options end with 2, absent homes with 1', async () => {
    const other = await agentHome('server', 'http://home.example', '--trust-root', root);
    expect(other).toMatchObject({ code: 2, told: expect.stringContaining('[invalid_arguments]') });
    const noRoot = await agentHome('server', held.faulty.url, '--trust-root', token);
    expect(noRoot).toMatchObject({ code: 2, told: expect.stringContaining('[unreadable_file]') });
    expect((await agentHome('server', held.faulty.url)).code).toBe(2);
    const nobody = await agentHome('server', 'http://127.0.0.1:9', '--trust-root', root);
    expect(nobody).toMatchObject({ code: 1, told: expect.stringContaining('[unreachable]') });
  });

  test('the driver command keeps its own options', async () => {
    const ending = [process.execPath, '-e', 'process.exit(Number(process.argv[1]))', '--', '7'];
    const { code, said } = await agentHome('client', '--format', 'json', '--', ...ending);
    const { failed, kit, subject } = reportSchema.parse(JSON.parse(said));
    expect({ code, failed, kit }).toEqual({ code: 1, failed: clientRequirements.length, kit: 'client' });
    expect(subject).toBe(ending.join(' '));
  });
});
