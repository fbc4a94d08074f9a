import { sessionContext } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

const script = `
rules:
  - when: { user: paint }
    answer: { calls: [{ tool: ask_user, arguments: { question: Which colour? } }, { tool: read_file, arguments: { path: a } }] }
  - when: { user: blue }
    answer: Painted.
`;
const tools = { tools: { allow: ['ask_user', 'read_file'], deny: [] } };
const message = (text: string) => ({ text, origin: 'user', tainted: false });

test('ends a run with the question of ask_user', async () => {
  const { runtime, order, store, check, emulator } = await openWorkshop(script);
  const first = await runtime.postMessage(order({}, tools), message('paint the door'));
  expect(first.state.ended).toMatchObject({ status: 'answered', answer: 'Which colour?' });
  const { whole } = await check(first.runId);
  const codes = whole.flatMap(({ type, data }) => {
    const { error } = (data.result ?? {}) as { error?: { code: string } };
    return type === 'kairo.tool.result' ? [error?.code] : [];
  });
  expect(codes).toEqual([undefined, 'user_queried']);
  const { messages } = await sessionContext(store, { agent: 'careful', sessionId: 'session-1' });
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Which colour?' });
  const second = await runtime.postMessage(order({ context: [...messages] }, tools), message('blue'));
  expect(second.state.ended?.answer).toBe('Painted.');
  await check(second.runId);
  expect(JSON.stringify(emulator.journal().at(-1))).toContain('Which colour?');
});

test('offers ask_user only to an agent whose list names it', async () => {
  const { runtime, order, check, emulator } = await openWorkshop(script);
  const { runId } = await runtime.postMessage(
    order({}, { tools: { allow: ['*'], deny: [] } }),
    message('blue'),
  );
  await check(runId);
  expect(JSON.stringify(emulator.journal())).not.toContain('ask_user');
});
