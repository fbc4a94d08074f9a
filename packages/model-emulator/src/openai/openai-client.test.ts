import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { greeter, startTestEmulator } from '../testing/start-test-emulator.ts';

const model = 'greeter';
const tools = [
  {
    type: 'function' as const,
    function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
];
const ask = (content: string) => [{ role: 'user' as const, content }];

describe('openai', () => {
  it('openai gets a whole answer with reason and cost', async () => {
    const { openai } = await startTestEmulator(greeter);
    const request = openai.chat.completions.create({ model, messages: ask('什么？\n  Really?') });
    const { data, request_id } = await request.withResponse();
    expect(data).toMatchObject({
      object: 'chat.completion',
      model,
      choices: [
        {
          message: { role: 'assistant', content: 'I do not know what to say to “什么？ Really?”.' },
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 5, completion_tokens: 14, total_tokens: 19 },
    });
    expect(request_id).toMatch(/^req_/);
  });

  it('openai has the same answer streamed, piece by piece', async () => {
    const { openai } = await startTestEmulator(greeter);
    const request = { model, messages: ask('My name is 小明.') };
    const whole = await openai.chat.completions.create(request);
    const stream = await openai.chat.completions.create({
      ...request,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    const ends: unknown[] = [];
    for await (const { id, choices, usage } of stream) {
      expect(id).toBe(whole.id);
      text += choices[0]?.delta.content ?? '';
      ends.push(choices[0]?.finish_reason, usage);
    }
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(text).toContain('小明');
    expect(ends.filter(Boolean)).toEqual(['stop', whole.usage]);
    const unasked = await openai.chat.completions.create({ ...request, stream: true });
    for await (const { usage } of unasked) expect(usage).toBeUndefined();
  });

  it('openai calls a tool and gets its result', async () => {
    const { openai } = await startTestEmulator(greeter);
    const messages = ask('What is the weather in Delft?');
    const { choices } = await openai.chat.completions.create({ model, messages, tools });
    const message = choices[0]?.message;
    const call = message?.tool_calls?.[0];
    expect(choices[0]?.finish_reason).toBe('tool_calls');
    expect(message).toMatchObject({ content: null, reasoning_content: 'They want the weather in Delft.' });
    expect(call).toMatchObject({ function: { name: 'weather', arguments: '{"city":"Delft","days":1}' } });
    const streamed = await openai.chat.completions.stream({ model, messages, tools }).finalChatCompletion();
    expect(streamed.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        tool_calls: [
          { id: call?.id, type: 'function', function: call?.type === 'function' && call.function },
        ],
      },
    });
    const content = JSON.stringify({ today: [{ degrees: -3, sky: 'clear' }] });
    const last = await openai.chat.completions.create({
      model,
      tools,
      messages: [
        ...messages,
        ...(message ? [message] : []),
        { role: 'tool', tool_call_id: call?.id ?? '', content },
      ],
    });
    expect(last.choices[0]?.message.content).toBe('It is -3 degrees and clear.');
  });

  it('openai’s tool runner goes through a whole conversation', async () => {
    const { openai } = await startTestEmulator(greeter);
    const runner = openai.chat.completions.runTools({
      model,
      messages: ask('weather in Kyoto?'),
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'the weather',
            parameters: { type: 'object', properties: {} },
            parse: JSON.parse,
            function: ({ city }: { city: string }) => ({ today: [{ degrees: city.length, sky: 'grey' }] }),
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe('It is 5 degrees and grey.');
  });

  it('openai ends an answer at a limit or stop sequence', async () => {
    const { openai } = await startTestEmulator(`
rules:
  - when: { user: call }
    answer: { calls: [{ tool: say, arguments: { text: a long line that is cut } }] }
  - answer: 一二三四五六七八 STOP 九`);
    const said = async (content: string, limits: object) =>
      (await openai.chat.completions.create({ model, messages: ask(content), ...limits })).choices[0];
    expect(await said('', { max_tokens: 3 })).toMatchObject({
      message: { content: '一二三四' },
      finish_reason: 'length',
    });
    expect(await said('', { stop: [' STOP', '九'] })).toMatchObject({
      message: { content: '一二三四五六七八' },
      finish_reason: 'stop',
    });
    const cut = await said('call', { max_completion_tokens: 5 });
    expect(cut?.finish_reason).toBe('length');
    const call = cut?.message.tool_calls?.[0];
    expect(call?.type === 'function' && call.function.arguments).toBe('{"text":"a long ');
  });

  it('openai lists models and gets one', async () => {
    const { openai } = await startTestEmulator(greeter);
    const ids: string[] = [];
    for await (const { id } of openai.models.list()) ids.push(id);
    expect(ids).toEqual([model]);
    expect(await openai.models.retrieve(model)).toMatchObject({ id: model, object: 'model' });
    await expect(openai.models.retrieve('other')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  it('openai embeds texts, those with common words nearby', async () => {
    const { openai } = await startTestEmulator(greeter);
    const input = ['the home of agents', 'a home of many agents', 'rain tomorrow', '今天下雨', '明天下雨'];
    const { data, usage } = await openai.embeddings.create({ model: 'words', input, dimensions: 64 });
    const near = (one: number, other: number) =>
      (data[one]?.embedding ?? []).reduce(
        (sum, value, at) => sum + value * (data[other]?.embedding[at] ?? 0),
        0,
      );
    expect(data.map(({ embedding }) => embedding.length)).toEqual([64, 64, 64, 64, 64]);
    expect(near(0, 0)).toBeCloseTo(1);
    expect(near(0, 1)).toBeGreaterThan(near(0, 2) + 0.2);
    expect(near(3, 4)).toBeGreaterThan(near(2, 4) + 0.2);
    expect(usage.prompt_tokens).toBeGreaterThan(0);
    const floats = await openai.embeddings.create({
      model: 'words',
      input: input[0] ?? '',
      encoding_format: 'float',
    });
    expect(floats.data[0]?.embedding).toHaveLength(256);
  });

  it('openai leaves in the middle of a stream', async () => {
    const { openai, logged, close } = await startTestEmulator(
      'rules: [{ answer: { text: "0123456789", chunk: 1, chunkDelayMs: 5 }, fault: { kind: hang, afterChunks: 5 } }]',
    );
    const stream = await openai.chat.completions.create({ model, messages: ask('a'), stream: true });
    let text = '';
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      if (text.length === 4) stream.controller.abort();
    }
    expect(text).toBe('0123');
    await close();
    expect(logged).toMatchObject([{ status: 200, stream: true, fault: 'hang' }]);
  });
});
