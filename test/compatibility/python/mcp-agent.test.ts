import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { getLedger } from '../../support/ledger.ts';
import { startHome } from '../../support/start-home.ts';
import { openProject, trustFolder } from '../../system/commands/support/agent-project.ts';
import { textAt } from '../../system/end-to-end/tamper/bucket-and-database.ts';

const commands = inject('mcpClient');
const visitor = join(import.meta.dirname, 'mcp-client/visitor.py');
const command = join(import.meta.dirname, '../../../apps/cli/bin/agent-home.js');

const pia = `---
kind: agent
name: pia
title: Pia
tools: { allow: [home.look_around, home.enter, home.read, home.say, home.wait] }
---
You work for an assistant.
`;

test('an MCP client in Python lives in a home', { timeout: 180_000 }, async () => {
  const home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'automatic' } });
  onTestFinished(() => home.close());
  const topic = { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  const project = await openProject('rules: [{ answer: Hello. }]\n');
  await writeFile(join(project.folder, 'agents/pia.md'), pia);
  await writeFile(join(project.folder, 'root.json'), JSON.stringify(home.rootSet));
  trustFolder(project.folder, project.home);
  const words = ['mcp', '--agent', 'agents/pia.md', '--home', home.url, '--root', 'root.json'];
  const client = spawn(join(commands, 'python'), [visitor, process.execPath, command, ...words], {
    cwd: project.folder,
    env: { ...process.env, HOME: project.home, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, errors, [code]] = await Promise.all([
    text(client.stdout),
    text(client.stderr),
    once(client, 'close'),
  ]);
  if (code !== 0) throw new Error(errors.slice(-4_000));
  expect(printed).toContain('tools home__enter home__look_around home__read home__say home__wait\n');
  expect(printed).toContain('It still rains.');

  const entries = await getLedger(home, 'hall');
  const messages = await Promise.all(
    entries
      .slice(1)
      .map(async ({ objectKey }) => JSON.parse(await textAt(home.open.platform.store, objectKey ?? ''))),
  );
  const runs = messages.map(({ meta }) => String(meta.run.run_id));
  expect(runs).toHaveLength(3);
  for (const run of new Set(runs)) {
    const verified = await project.run('runs', 'verify', run);
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining(run)]);
  }
});
