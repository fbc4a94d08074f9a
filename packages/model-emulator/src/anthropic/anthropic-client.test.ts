import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import { greeter, startTestEmulator } from '../testing/start-test-emulator.ts';

const model = 'greeter';
const max_tokens = 1000;
const tools = [
  { name: 'weather', input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } } },
];
const ask = (content: string) => [{ role: 'user' as const, content }];

describe('@anthropic-ai/sdk', () => {
  it('@anthropic-ai/sdk gets a whole answer with reason and cost', async () => {
    const { anthropic } = await startTestEmulator(greeter);
    const message = await anthropic.messages.create({
      model,
      max_tokens,
      messages: ask('什么？\n  Really?'),
    });
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'I do not know what to say to “什么？ Really?”.' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 5, output_tokens: 14 },
    });
    expect(message._request_id).toMatch(/^req_/);
  });

  it('@anthropic-ai/sdk has the same answer streamed, piece by piece', async () => {
    const { anthropic } = await startTestEmulator(greeter);
    const request = { model, max_tokens, messages: ask('What is the weather in Delft?'), tools };
    const whole = await anthropic.messages.create(request);
    const stream = anthropic.messages.stream(request);
    const kinds = new Set<string>();
    for await (const { type } of stream) kinds.add(type);
    const { _request_id: _, ...expected } = whole;
    expect(await stream.finalMessage()).toMatchObject(expected);
    expect([...kinds]).toEqual([
      ...['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop'],
      ...['message_delta', 'message_stop'],
    ]);
  });

  it('@anthropic-ai/sdk calls a tool and gets its result', async () => {
    const { anthropic } = await startTestEmulator(greeter);
    const messages = ask('What is the weather in Delft?');
    const { content, stop_reason } = await anthropic.messages.create({ model, max_tokens, messages, tools });
    expect(stop_reason).toBe('tool_use');
    expect(content).toMatchObject([
      { type: 'thinking', thinking: 'They want the weather in Delft.' },
      { type: 'tool_use', name: 'weather', input: { city: 'Delft', days: 1 } },
    ]);
    const use = content.find((block) => block.type === 'tool_use');
    const result = JSON.stringify({ today: [{ degrees: -3, sky: 'clear' }] });
    const last = await anthropic.messages.create({
      model,
      max_tokens,
      tools,
      messages: [
        ...messages,
        { role: 'assistant', content },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: use?.id ?? '', content: [{ type: 'text', text: result }] },
          ],
        },
      ],
    });
    expect(last.content).toMatchObject([{ type: 'text', text: 'It is -3 degrees and clear.' }]);
  });

  it('@anthropic-ai/sdk ends an answer at a limit or stop sequence', async () => {
    const { anthropic } = await startTestEmulator('rules: [{ answer: 一二三四五六七八 STOP 九 }]');
    const said = (limits: { max_tokens: number; stop_sequences?: string[] }) =>
      anthropic.messages.create({ model, messages: ask('a'), ...limits });
    expect(await said({ max_tokens: 3 })).toMatchObject({
      content: [{ text: '一二三四' }],
      stop_reason: 'max_tokens',
    });
    expect(await said({ max_tokens, stop_sequences: [' STOP'] })).toMatchObject({
      content: [{ text: '一二三四五六七八' }],
      stop_reason: 'stop_sequence',
      stop_sequence: ' STOP',
    });
  });

  it('@anthropic-ai/sdk has thoughts refused that were changed or left out', async () => {
    const { anthropic } = await startTestEmulator(greeter);
    const messages = ask('What is the weather in Delft?');
    const thinking = { type: 'enabled' as const, budget_tokens: 1024 };
    const request = { model, max_tokens: 2000, messages, tools, thinking };
    const { content } = await anthropic.messages.create(request);
    const use = content.find((block) => block.type === 'tool_use');
    const result = { type: 'tool_result' as const, tool_use_id: use?.id ?? '', content: '{}' };
    const answered = (blocks: typeof content) =>
      anthropic.messages.create({
        ...request,
        messages: [...messages, { role: 'assistant', content: blocks }, { role: 'user', content: [result] }],
      });
    expect((await answered(content)).type).toBe('message');
    const changed = content.map((block) => (block.type === 'thinking' ? { ...block, thinking: 'x' } : block));
    await expect(answered(changed)).rejects.toThrow(/Invalid `signature`/);
    await expect(answered(content.filter(({ type }) => type !== 'thinking'))).rejects.toThrow(/Expected/);
    await expect(anthropic.messages.create({ ...request, max_tokens: 1024 })).rejects.toThrow(/greater than/);
  });

  it('@anthropic-ai/sdk counts what the cache holds and stores', async () => {
    const { anthropic } = await startTestEmulator('rules: [{ answer: yes, when: {} }]');
    const cache_control = { type: 'ephemeral' as const };
    const system = [{ type: 'text' as const, text: 'x'.repeat(400), cache_control }];
    const usageOf = async (messages: Anthropic.MessageParam[]) =>
      (await anthropic.messages.create({ model, max_tokens, system, messages })).usage;
    const first = ask('one two three four');
    expect(await usageOf(first)).toMatchObject({
      input_tokens: 0,
      cache_creation_input_tokens: 105,
      cache_read_input_tokens: 0,
    });
    const second = [...first, { role: 'assistant' as const, content: 'yes' }, ...ask('four')];
    expect(await usageOf(second)).toMatchObject({
      input_tokens: 0,
      cache_creation_input_tokens: 2,
      cache_read_input_tokens: 105,
    });
  });

  it('@anthropic-ai/sdk lists models and gets one', async () => {
    const { anthropic } = await startTestEmulator(greeter);
    const ids: string[] = [];
    for await (const { id } of anthropic.models.list()) ids.push(id);
    expect(ids).toEqual([model]);
    expect(await anthropic.models.retrieve(model)).toMatchObject({ id: model, type: 'model' });
    await expect(anthropic.models.retrieve('other')).rejects.toBeInstanceOf(Anthropic.NotFoundError);
  });

  it('@anthropic-ai/sdk leaves in the middle of a stream', async () => {
    const { anthropic, logged, close } = await startTestEmulator(
      'rules: [{ answer: { text: "0123456789", chunk: 1 }, fault: { kind: hang, afterChunks: 7 } }]',
    );
    const stream = anthropic.messages.stream({ model, max_tokens, messages: ask('a') });
    let text = '';
    stream.on('text', (delta) => {
      text += delta;
      if (text.length === 4) stream.abort();
    });
    await expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
    expect(text).toBe('0123');
    await close();
    expect(logged).toMatchObject([{ status: 200, stream: true, fault: 'hang' }]);
  });
});
