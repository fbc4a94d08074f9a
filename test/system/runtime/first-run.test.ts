import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

const script = `
rules:
  - when: { after: { tool: write_file } }
    answer: It is written.
  - when: { after: { tool: read_file } }
    answer:
      thought: Now I know it.
      calls: [{ tool: write_file, arguments: { path: copy.txt, content: 'copied' } }]
  - when: { user: copy }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - when: { user: hello }
    answer: 'Hello, 世界!'
`;

describe('a run', () => {
  test('a message is answered and its log replays', async () => {
    const { runtime, order, check } = await openWorkshop(script);
    const { runId, state } = await runtime.postMessage(order(), {
      text: 'hello',
      origin: 'user',
      tainted: false,
    });
    expect(state.ended).toMatchObject({ status: 'answered', answer: 'Hello, 世界!' });
    const { records, missing } = await check(runId);
    expect(missing).toEqual([]);
    expect(records.map(({ type }) => type)).toContain('model.answered');
  });

  test('a task of several steps follows tool results', async () => {
    const { runtime, order, check, project } = await openWorkshop(script);
    await writeFile(join(project, 'note.txt'), 'a note');
    const message = { text: 'copy the note', origin: 'user', tainted: false };
    const { runId, state } = await runtime.postMessage(order(), message);
    expect(state.ended).toMatchObject({ status: 'answered', answer: 'It is written.' });
    expect(await readFile(join(project, 'copy.txt'), 'utf8')).toBe('copied');
    const { records } = await check(runId);
    const order_ = records.map(({ type }) => type).filter((type) => /tool|decided|prepared/.test(type));
    expect(order_).toEqual([
      'policy.decided',
      'policy.decided',
      'kairo.tool.invoke',
      'kairo.tool.result',
      'policy.decided',
      'policy.decided',
      'kairo.tool.invoke',
      'call.prepared',
      'kairo.tool.result',
      'policy.decided',
    ]);
  });
});
