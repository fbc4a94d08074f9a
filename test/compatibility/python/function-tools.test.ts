import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolSpecSchema } from '@agent-home/agent-runtime/definition';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { openProject, trustFolder } from '../../system/commands/support/agent-project.ts';
import { runClient } from './run-client.ts';

const client = inject('pythonClient');
const example = fileURLToPath(new URL('../../../clients/python/examples/stock_tools.py', import.meta.url));

const script = `
rules:
  - when: { after: { tool: mcp__stock__count_stock, like: '{{any}}7{{rest}}' } }
    answer: There are seven.
  - when: { user: cups }
    answer: { calls: [{ tool: mcp__stock__count_stock, arguments: { article: cups } }] }
`;

test('an agent calls Python functions with type hints', { timeout: 60_000 }, async () => {
  const stock = {
    command: join(client.commands, 'python'),
    args: [example],
    env: { PYTHONPATH: client.installed, PYTHONDONTWRITEBYTECODE: '1' },
  };
  const project = await openProject(script, { mcpServers: { stock } });
  const ada = '---\nkind: agent\nname: ada\ntitle: Ada\nmcp: { servers: [stock] }\n---\nYou count.\n';
  await writeFile(join(project.folder, 'agents/ada.md'), ada);
  trustFolder(project.folder, project.home);
  const counted = await project.run('agents', 'run', 'ada', '-p', 'How many cups are there?');
  expect([counted.code, counted.stdout]).toEqual([0, expect.stringContaining('There are seven.')]);
  expect(counted.stderr).toContain('mcp.stock.count_stock');
});

test('ToolSpecs of Python functions fit the schema', async () => {
  const printed = await runClient(client, 'python', ['-m', 'agent_home.function_tools', 'specs', example]);
  const specs = z.array(toolSpecSchema).parse(JSON.parse(printed));
  expect(specs.map(({ metadata, spec }) => [metadata.name, spec.sideEffects])).toEqual([
    ['count-stock', false],
    ['move', true],
  ]);
});
