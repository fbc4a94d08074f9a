import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchProject } from '../testing/scratch-project.ts';
import { allowedCall, callTool, never, toText } from '../testing/tool-calls.ts';
import { createNativeTools } from './create-native-tools.ts';

it('reads, finds, writes and runs in the project folder', async () => {
  const { folder } = scratchProject({ 'src/a.ts': 'one\ntwo\nthree\n' });
  const tools = createNativeTools({ projectFolder: folder });
  expect(toText(await callTool(tools, 'read_file', { path: 'src/a.ts', offset: 2, limit: 1 }))).toBe(
    'two\n\n[lines 2 to 2: continue with offset 3]',
  );
  expect(toText(await callTool(tools, 'glob', { pattern: '**/*.ts' }))).toBe('src/a.ts');
  expect(await callTool(tools, 'write_file', { path: 'new/b.ts', content: 'b' })).toMatchObject({
    status: 'ok',
    metadata: { created: true },
  });
  expect(readFileSync(join(folder, 'new/b.ts'), 'utf8')).toBe('b');
  expect(toText(await callTool(tools, 'bash', { command: 'pwd; cat new/b.ts' }))).toBe(`${folder}\nb`);
});

it('a ticket opens one call of its own arguments', async () => {
  const { folder } = scratchProject({ a: 'a' });
  const tools = createNativeTools({ projectFolder: folder });
  const { ticket, call } = allowedCall('read_file', { path: 'a' });
  await expect(tools.invoke(ticket, { ...call, arguments: { path: 'b' } }, never)).rejects.toMatchObject({
    code: 'ticket_mismatch',
  });
  expect(await tools.invoke(ticket, call, never)).toMatchObject({ status: 'ok' });
  await expect(tools.invoke(ticket, call, never)).rejects.toMatchObject({ code: 'ticket_spent' });
});

it('an invalid argument is an error that names it', async () => {
  const tools = createNativeTools({ projectFolder: scratchProject().folder });
  for (const args of [{}, { path: 7 }, { path: 'a', more: 1 }, { path: 'a', offset: 0 }]) {
    const outcome = await callTool(tools, 'read_file', args);
    expect(outcome.error?.code).toBe('invalid_arguments');
    expect(outcome.error?.message).toMatch(/path|more|offset/);
  }
});

it('each tool has its risk and argument schema', async () => {
  const tools = await createNativeTools({ projectFolder: scratchProject().folder }).tools(never.signal);
  expect(
    tools.map(({ name, risk, sideEffects, prepares }) => `${name} ${risk} ${sideEffects} ${prepares}`),
  ).toEqual([
    'read_file safe false false',
    'read_many_files safe false false',
    'grep safe false false',
    'glob safe false false',
    'write_file low true true',
    'edit_file low true true',
    'apply_patch low true true',
    'todo_write safe false false',
    'bash medium true false',
    'bash_output safe false false',
    'bash_stop safe true false',
    'git_commit medium true false',
    'web_fetch medium false false',
    'delete_file high true true',
    'bash_sudo critical true false',
    'system_shutdown critical true false',
  ]);
  for (const { parameters, description, source, idempotent, sideEffects } of tools) {
    expect(parameters).toMatchObject({ type: 'object', additionalProperties: false });
    expect(parameters).not.toHaveProperty('$schema');
    expect(description.length).toBeGreaterThan(50);
    expect(source).toBe('native');
    expect(idempotent).toBe(!sideEffects);
  }
});
