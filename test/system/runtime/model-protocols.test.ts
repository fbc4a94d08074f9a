import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelApis } from '@agent-home/agent-runtime/definition';
import { expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

const script = `
rules:
  - when: { after: read_file }
    answer: 'It says {{result}}'
  - answer:
      thought: I have to read it.
      calls: [{ tool: read_file, arguments: { path: note.txt } }]
`;

test('a run over any protocol has the same records and replays', async () => {
  for (const api of modelApis)
    for (const stream of [true, false]) {
      const where = `${api}, ${stream ? 'stream' : 'whole'}`;
      const { runtime, order, check, project, emulator } = await openWorkshop(script, { api, stream });
      await writeFile(join(project, 'note.txt'), 'a note');
      const name = api === 'gemini' ? 'gemini-3-pro' : api === 'responses' ? 'gpt-5' : 'small';
      const params = {
        chat: {},
        responses: { reasoning_summary: 'auto' },
        anthropic: { thinking: 1_024 },
        gemini: { thinking: 1_024 },
      }[api];
      const model = { provider: 'emulator', name, contextWindow: 16_384, reservedOutput: 3_000 };
      const message = { text: 'go', origin: 'user', tainted: false };
      const { runId, state } = await runtime.postMessage(order({ model }, { model: { params } }), message);
      expect([where, state.ended?.status, state.ended?.answer]).toEqual([
        where,
        'answered',
        expect.stringContaining('It says'),
      ]);
      const { whole } = await check(runId);
      const thoughts = whole.flatMap(({ type, data }) =>
        type === 'kairo.agent.thought' ? [data.content] : [],
      );
      expect([where, thoughts]).toEqual([where, ['I have to read it.']]);
      expect(emulator.journal().map(({ error }) => error)).toEqual([undefined, undefined]);
    }
});
