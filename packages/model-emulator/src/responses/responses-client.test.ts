import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { greeter, startTestEmulator } from '../testing/start-test-emulator.ts';

const model = 'greeter';
const tools = [
  {
    type: 'function' as const,
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    strict: false,
  },
];

describe('openai’s responses', () => {
  it('openai’s responses have text, status and cost', async () => {
    const { openai } = await startTestEmulator(greeter);
    const response = await openai.responses.create({ model, input: '什么？\n  Really?' });
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      model,
      output_text: 'I do not know what to say to “什么？ Really?”.',
      usage: { input_tokens: 5, output_tokens: 14, total_tokens: 19 },
    });
  });

  it('openai’s responses are the same streamed, event by event', async () => {
    const { openai } = await startTestEmulator(greeter);
    const request = { model, input: 'What is the weather in Delft?', tools };
    const whole = await openai.responses.create(request);
    const stream = openai.responses.stream(request);
    const kinds = new Set<string>();
    const numbers: number[] = [];
    for await (const event of stream) {
      kinds.add(event.type);
      numbers.push(event.sequence_number);
    }
    const final = await stream.finalResponse();
    expect(final).toMatchObject({ status: 'completed', usage: { total_tokens: whole.usage?.total_tokens } });
    expect(final.output).toMatchObject(whole.output);
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        ...['response.created', 'response.output_item.added', 'response.reasoning_summary_text.delta'],
        ...['response.function_call_arguments.delta', 'response.output_item.done', 'response.completed'],
      ]),
    );
    let text = '';
    for await (const event of await openai.responses.create({
      model,
      input: 'My name is 小明.',
      stream: true,
    }))
      if (event.type === 'response.output_text.delta') text += event.delta;
    expect(text).toContain('小明');
  });

  it('openai’s responses call a tool and get its output', async () => {
    const { openai } = await startTestEmulator(greeter);
    const input = [{ role: 'user' as const, content: 'What is the weather in Delft?' }];
    const include = ['reasoning.encrypted_content' as const];
    const { output } = await openai.responses.create({ model, input, tools, store: false, include });
    expect(output).toMatchObject([
      { type: 'reasoning', summary: [{ text: 'They want the weather in Delft.' }] },
      { type: 'function_call', name: 'weather', arguments: '{"city":"Delft","days":1}' },
    ]);
    const call = output.find((item) => item.type === 'function_call');
    const result = {
      type: 'function_call_output' as const,
      call_id: call?.call_id ?? '',
      output: JSON.stringify({ today: [{ degrees: -3, sky: 'clear' }] }),
    };
    const last = await openai.responses.create({ model, tools, input: [...input, ...output, result] });
    expect(last.output_text).toBe('It is -3 degrees and clear.');
    const refused = (items: OpenAI.Responses.ResponseInput) =>
      expect(openai.responses.create({ model, tools, input: [...input, ...items] })).rejects;
    await refused(output).toThrow(/No tool output found/);
    await refused([result]).toThrow(/No tool call found/);
    const changed = output.map((item) =>
      item.type === 'reasoning'
        ? { ...item, summary: [{ type: 'summary_text' as const, text: 'other' }] }
        : item,
    );
    await refused([...changed, result]).toThrow(/could not be verified/);
  });

  it('openai’s responses end at a limit', async () => {
    const { openai } = await startTestEmulator(`rules: [{ answer: '${'0123456789'.repeat(10)}' }]`);
    const response = await openai.responses.create({ model, input: 'a', max_output_tokens: 16 });
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output_text: '0123456789'.repeat(7).slice(0, 64),
    });
  });

  it('openai’s responses report refusals and errors in a stream', async () => {
    const { openai } = await startTestEmulator(`
rules:
  - when: { user: no }
    answer: { text: I cannot., stop: refusal }
  - answer: a text of some length that is cut
    fault: { kind: error, status: 500, message: Went away., afterChunks: 4 }`);
    const { output } = await openai.responses.create({ model, input: 'no' });
    expect(output).toMatchObject([{ content: [{ type: 'refusal', refusal: 'I cannot.' }] }]);
    const stream = await openai.responses.create({ model, input: 'a', stream: true });
    const read = async () => {
      for await (const event of stream) if (event.type === 'error') throw new Error(event.message);
    };
    await expect(read()).rejects.toThrow('Went away.');
    await expect(openai.responses.create({ model: 'nonsuch', input: '' })).rejects.toThrow();
    await expect(openai.responses.retrieve('resp_1')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});
