import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { wayInTexts } from '../../../apps/console/src/arrival/way-in-texts.ts';
import { getLedger } from '../../support/ledger.ts';
import { type Commons, openCommons } from '../../support/open-commons.ts';
import { EmptyFolder } from './empty-folder.ts';

let commons: Commons;
let folder: EmptyFolder;

beforeAll(async () => {
  commons = await openCommons({ environment: { AGENT_HOME_PACKAGES: inject('packedFolder') } });
  folder = await EmptyFolder.open();
});
afterAll(async () => {
  await commons?.close();
  await folder?.remove();
});

const wayIn = () => ({ url: commons.home.url, fingerprint: commons.fingerprint });
const sh = (command: string) => folder.run('sh', '-c', command);

test('the web UI’s command joins from an empty folder', async () => {
  const said = await sh(wayInTexts.command(wayIn()));
  expect(said).toContain(`lives at ${commons.home.url}`);
  // The printed TypeScript lines run in the same folder.
  const [, install = '', lines = ''] = /TypeScript, after (.*):\n((?: {2}.*\n)+)/.exec(said) ?? [];
  await sh(install);
  await folder.write('again.mjs', `${lines.replaceAll(/^ {2}/gm, '')}await home.close();\n`);
  expect(await folder.run('node', 'again.mjs')).toMatch(/^commons yes$/m);
});

test('the web UI’s program joins after its commands', async () => {
  const program = wayInTexts.typescript(wayIn()).replaceAll('robin', 'wren').replaceAll('Robin', 'Wren');
  const commands = program.split('\n').filter((line) => line.startsWith('// npm'));
  expect(commands).toHaveLength(2);
  for (const command of commands) await sh(command.slice(3));
  await folder.write('wren.mjs', `${program}await home.close();\n`);
  expect(await folder.run('node', 'wren.mjs')).toMatch(/^agent_\S+ ed25519-\S+$/m);
  const said = (await getLedger(commons.home, 'commons')).filter(({ outcome }) => outcome === 'accepted');
  expect(said.length).toBeGreaterThan(0);
});

test('the web UI’s settings start the MCP server', async () => {
  const { mcpServers } = JSON.parse(wayInTexts.mcp(wayIn())) as {
    mcpServers: { 'agent-home': { command: string; args: string[] } };
  };
  const { command, args } = mcpServers['agent-home'];
  const places: Record<string, string> = {
    '/path/to/root.json': join(commons.folder, 'root.json'),
    '/path/to/robin.key': join(folder.path, 'assistant.key'),
  };
  const client = new Client({ name: 'assistant', version: '1.0.0' });
  const words = args.map((word) => places[word] ?? word);
  await client.connect(
    new StdioClientTransport({ command, args: words, cwd: folder.path, stderr: 'ignore' }),
  );
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('look_around');
  } finally {
    await client.close();
  }
});
