import { describe, expect, it } from 'vitest';
import {
  anthropicAsks,
  anthropicStreams,
  messages,
  model,
  openAiAsks,
  openAiStreams,
  startFaulty,
} from '../testing/faulty-emulator.ts';
import type { TestEmulator } from '../testing/start-test-emulator.ts';

describe('an answer that is wrong on purpose', () => {
  const listCalls = async (emulator: TestEmulator) => {
    const [whole, streamed] = [
      await openAiAsks(emulator),
      await openAiStreams(emulator).catch(() => undefined),
    ];
    const calls = whole.choices[0]?.message.tool_calls ?? [];
    const { content } = await anthropicAsks(emulator);
    const uses = content.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
    return { calls, streamed: streamed?.choices[0]?.message.tool_calls ?? [], uses };
  };

  it('breaks arguments', async () => {
    const { calls, streamed, uses } = await listCalls(await startFaulty({ kind: 'brokenArguments' }));
    for (const call of [...calls, ...streamed]) {
      const written = call.type === 'function' ? call.function.arguments : '';
      expect(written).toMatch(/^\{"text":"(hello|bye)"$/);
    }
    expect(calls).toHaveLength(2);
    expect(uses.map(({ input }) => input)).toEqual(['{"text":"hello"', '{"text":"bye"']);
  });

  it('calls tools that are not there', async () => {
    const { calls, uses } = await listCalls(await startFaulty({ kind: 'wrongToolName', name: 'Home.Say' }));
    expect(calls).toMatchObject([{ function: { name: 'Home.Say' } }, { function: { name: 'Home.Say' } }]);
    expect(uses.map(({ name }) => name)).toEqual(['Home.Say', 'Home.Say']);
  });

  it('leaves ids out', async () => {
    const { calls, uses } = await listCalls(await startFaulty({ kind: 'callWithoutId' }));
    expect([...calls, ...uses].map((call) => 'id' in call)).toEqual([false, false, false, false]);
  });

  it('gives two calls one id', async () => {
    const { calls, uses } = await listCalls(await startFaulty({ kind: 'sameCallId' }));
    for (const all of [calls, uses]) {
      expect(all).toHaveLength(4);
      expect(new Set(all.map(({ id }) => id)).size).toBe(2);
    }
  });

  it('says nothing', async () => {
    const emulator = await startFaulty({ kind: 'emptyAnswer' });
    expect((await openAiAsks(emulator)).choices[0]).toMatchObject({
      message: { content: '' },
      finish_reason: 'stop',
    });
    expect((await openAiStreams(emulator)).choices[0]?.message.content ?? '').toBe('');
    expect(await anthropicAsks(emulator)).toMatchObject({ content: [], stop_reason: 'end_turn' });
    expect((await anthropicStreams(emulator)).content).toEqual([]);
  });

  it('says ten million bytes', async () => {
    const emulator = await startFaulty({ kind: 'hugeAnswer' });
    const { openai, anthropic } = emulator;
    const whole = await openai.chat.completions.create({ model, messages });
    expect(whole.choices[0]?.message.content).toHaveLength(10_000_000);
    const stream = anthropic.messages.stream({ model, max_tokens: 1e8, messages });
    let length = 0;
    for await (const event of stream)
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
        length += event.delta.text.length;
    expect(length).toBe(10_000_000);
  });
});
