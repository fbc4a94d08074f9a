import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNativeTools } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { message } from './support/bound-calls.ts';
import { openWorkshop } from './support/reference-home.ts';

const calls: [tool: string, args: object][] = [
  ['todo_write', { todos: [{ content: 'Change the file', status: 'in_progress' }] }],
  ['edit_file', { path: 'a.txt', edits: [{ old_text: 'one', new_text: '1' }] }],
  ['edit_file', { path: 'a.txt', old_text: '1', new_text: 'first' }],
  ['apply_patch', { patch: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-first\n+patched\n' }],
];

test('a run changes files by edits and patches', async () => {
  const rules = calls.map(
    ([tool, args], count) =>
      `  - when: { count: ${count} }\n    answer: { calls: [{ tool: ${tool}, arguments: ${JSON.stringify(args)} }] }`,
  );
  const { runtime, order, check, project } = await openWorkshop(
    `rules:\n${rules.join('\n')}\n  - answer: done\n`,
    { providers: (folder) => [createNativeTools({ projectFolder: folder })] },
  );
  await writeFile(join(project, 'a.txt'), 'one\n');
  const operator = { autoApprove: ['safe', 'low'], unlocked: [] };
  const { state, runId } = await runtime.postMessage(order({ operator }), message);
  expect(state.ended?.status).toBe('answered');
  const { records } = await check(runId);
  const results = records.flatMap(({ type, data }) => (type === 'kairo.tool.result' ? [data] : []));
  expect(results).toHaveLength(calls.length);
  expect(JSON.stringify(results)).not.toContain('"error"');
  expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe('patched\n');
});
