import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AgentProject, openProject } from './support/agent-project.ts';

const script = `
rules:
  - when: { system: You fix, after: { tool: write_file } }
    answer: { calls: [{ tool: handoff_to_code-reviewer, arguments: { reason: the fix is written } }] }
  - when: { system: You fix }
    answer: { calls: [{ tool: write_file, arguments: { path: fix.txt, content: fixed } }] }
  - when: { system: You review }
    answer: Approved, well done.
  - when: { system: You analyse, after: { tool: read_file } }
    answer:
      calls: [{ tool: handoff_to_code-fixer, arguments: { reason: a bug, context: { file: app.txt } } }]
  - when: { system: You analyse }
    answer: { calls: [{ tool: read_file, arguments: { path: app.txt } }] }
`;

const agentFile = (name: string, prompt: string, rest = '') =>
  `---\nkind: agent\nname: ${name}\ntitle: ${name} here\n${rest}---\n${prompt}\n`;

async function team(): Promise<AgentProject> {
  const project = await openProject(script);
  const write = (name: string, prompt: string, rest?: string) =>
    writeFile(join(project.folder, 'agents', `${name}.md`), agentFile(name, prompt, rest));
  await write(
    'code-analyzer',
    'You analyse.',
    'tools: { allow: [read_file] }\nhandoffs:\n  - to: code-fixer\n',
  );
  await write('code-fixer', 'You fix.', 'tools: { allow: [write_file] }\nhandoffs:\n  - to: code-reviewer\n');
  await write('code-reviewer', 'You review.', 'tools: { allow: [] }\n');
  await writeFile(join(project.folder, 'app.txt'), 'a bug');
  return project;
}

const sorting = `
rules:
  - when: { system: You file }
    answer: It is filed.
  - when: { user: sort }
    answer: { calls: [{ tool: handoff_to_filer, arguments: { reason: it is sorted } }] }
`;

/** Records each start of a real server. */
const countedServer = `
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
appendFileSync('started.txt', 'once\\n');
await import(createRequire(process.env.INSTALLED).resolve('@modelcontextprotocol/server-everything/dist/index.js'));
`;

describe('agents that hand over', () => {
  test('concurrent batch handoffs start one server', async () => {
    const { folder, home, run } = await openProject(sorting);
    const settings = join(home, '.agent-home/settings.json');
    const before = JSON.parse(await readFile(settings, 'utf8')) as { models: { small: object } };
    // Its model's key takes a while, so that all lines wait for it at the same time.
    const say = 'setTimeout(() => console.log("a-key-for-models"), 500)';
    const vault = { slow: { command: [process.execPath, '-e', say] } };
    const models = { ...before.models, slow: { ...before.models.small, key: 'vault://slow' } };
    const files = {
      command: process.execPath,
      args: [join(home, 'server.mjs')],
      env: { INSTALLED: import.meta.filename },
    };
    await writeFile(settings, JSON.stringify({ ...before, models, vault, mcpServers: { files } }));
    await writeFile(join(home, 'server.mjs'), countedServer);
    const sorter = agentFile('sorter', 'You sort.', 'model: small\ntype: batch\nhandoffs: [{ to: filer }]\n');
    await writeFile(join(folder, 'agents/sorter.md'), sorter);
    const front = 'model: slow\nmcp: { servers: [files] }\n';
    await writeFile(join(folder, 'agents/filer.md'), agentFile('filer', 'You file.', front));
    await writeFile(join(folder, 'in.txt'), 'sort one\nsort two\nsort three\nsort four\n');
    const batch = ['agents', 'batch', 'sorter', '--input', 'in.txt', '--output', 'out.jsonl'];
    const { code, stderr } = await run(...batch, '--concurrency', '4');
    expect([code, stderr]).toEqual([0, '']);
    expect((await readFile(join(folder, 'out.jsonl'), 'utf8')).match(/It is filed/g)).toHaveLength(4);
    expect(await readFile(join(home, '.agent-home/started.txt'), 'utf8')).toBe('once\n');
  });

  test('three agents in a handoff chain are shown', async () => {
    const { run, runs, folder } = await team();
    const words = ['agents', 'run', 'code-analyzer', '-p', 'Fix the bug.', '--trace', '--verbose'];
    const { code, stderr } = await run(...words);
    expect(code).toBe(0);
    for (const pattern of [
      /code-analyzer hands over to code-fixer: a bug/,
      /passes \{"reason":"a bug","context":\{"file":"app.txt"\}\}/,
      /^code-fixer \(code-fixer here\) continues the run$/m,
      /✔ write_file \(low\) allowed/,
      /code-fixer hands over to code-reviewer: the fix is written/,
      /^code-reviewer \(code-reviewer here\) continues the run$/m,
      /✔ answered/,
      /✔ answered: 5 rounds, 4 tool calls/,
      /^trace llm small: .*\(code-reviewer, /m,
      /^trace tool write_file: .*\(code-fixer, /m,
      /^trace handoff code-analyzer to code-fixer/m,
    ])
      expect.soft(stderr).toMatch(pattern);
    expect(await readFile(join(folder, 'fix.txt'), 'utf8')).toBe('fixed');
    const [{ run_id: id, session_id: session } = { run_id: '', session_id: '' }] = await runs();
    expect((await run('runs', 'verify', id)).code).toBe(0);
    const shown = await run('runs', 'show', id);
    expect(shown.stdout).toContain('code-fixer hands over to code-reviewer');
    const exported = await run('agents', 'trace', 'export', '--session', session, '--events');
    const document = JSON.stringify(JSON.parse(exported.stdout));
    for (const type of ['llm', 'tool', 'handoff']) expect(document).toContain(`"type":"${type}"`);
  });
});
