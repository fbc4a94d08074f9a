import { ApiError, FinishReason } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { greeter, startTestEmulator } from '../testing/start-test-emulator.ts';

const model = 'greeter';
const declaration = {
  name: 'weather',
  parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } } } as never,
};
const tools = [{ functionDeclarations: [declaration] }];
const user = (text: string) => ({ role: 'user', parts: [{ text }] });

describe('@google/genai', () => {
  it('@google/genai gets a whole answer with reason and cost', async () => {
    const { google } = await startTestEmulator(greeter);
    const response = await google.models.generateContent({ model, contents: '什么？\n  Really?' });
    expect(response.text).toBe('I do not know what to say to “什么？ Really?”.');
    expect(response.candidates?.[0]?.finishReason).toBe(FinishReason.STOP);
    expect(response.usageMetadata).toMatchObject({
      promptTokenCount: 5,
      candidatesTokenCount: 14,
      totalTokenCount: 19,
    });
  });

  it('@google/genai has the same answer streamed, piece by piece', async () => {
    const { google } = await startTestEmulator(greeter);
    const request = { model, contents: 'My name is 小明.' };
    const whole = await google.models.generateContent(request);
    let text = '';
    let pieces = 0;
    for await (const chunk of await google.models.generateContentStream(request)) {
      text += chunk.text ?? '';
      pieces++;
    }
    expect(text).toBe(whole.text);
    expect(text).toContain('小明');
    expect(pieces).toBeGreaterThan(1);
  });

  it('@google/genai calls a function and gets its response', async () => {
    const { google } = await startTestEmulator(greeter);
    const contents = [user('What is the weather in Delft?')];
    const config = { tools, thinkingConfig: { includeThoughts: true } };
    const called = await google.models.generateContent({ model, contents, config });
    const parts = called.candidates?.[0]?.content?.parts ?? [];
    expect(parts).toMatchObject([
      { text: 'They want the weather in Delft.', thought: true },
      { functionCall: { name: 'weather', args: { city: 'Delft', days: 1 } } },
    ]);
    expect(called.functionCalls).toHaveLength(1);
    const response = { output: JSON.stringify({ today: [{ degrees: -3, sky: 'clear' }] }) };
    const result = { role: 'user', parts: [{ functionResponse: { name: 'weather', response } }] };
    const answered = (sent: typeof parts) =>
      google.models.generateContent({
        model,
        config,
        contents: [...contents, { role: 'model', parts: sent }, result],
      });
    expect((await answered(parts)).text).toBe('It is -3 degrees and clear.');
    const changed = parts.map((part) => (part.functionCall ? { ...part, thoughtSignature: 'AAAA' } : part));
    await expect(answered(changed)).rejects.toThrow(/signature is not valid/);
    await expect(answered([{ text: 'nothing' }])).rejects.toThrow(/number of function response parts/);
  });

  it('@google/genai ends an answer at a limit or stop sequence', async () => {
    const { google } = await startTestEmulator('rules: [{ answer: 一二三四五六七八 STOP 九 }]');
    const said = async (config: object) =>
      (await google.models.generateContent({ model, contents: 'a', config })).candidates?.[0];
    expect(await said({ maxOutputTokens: 3 })).toMatchObject({
      content: { parts: [{ text: '一二三四' }] },
      finishReason: 'MAX_TOKENS',
    });
    expect(await said({ stopSequences: [' STOP'] })).toMatchObject({
      content: { parts: [{ text: '一二三四五六七八' }] },
      finishReason: 'STOP',
    });
  });

  it('@google/genai is refused a schema that the vendor does not know', async () => {
    const { google } = await startTestEmulator(greeter);
    const asked = (parameters: object) =>
      google.models.generateContent({
        model,
        contents: 'a',
        config: { tools: [{ functionDeclarations: [{ name: 'x', parameters }] }] },
      });
    for (const parameters of [
      { type: 'OBJECT', properties: { a: { $ref: '#/$defs/a' } } },
      { type: 'OBJECT', properties: { a: { type: 'ARRAY' } } },
      { type: 'OBJECT', properties: { a: { type: 'INTEGER', enum: ['1'] } } },
      { type: 'OBJECT', properties: {}, required: ['a'] },
    ])
      await expect(asked(parameters)).rejects.toMatchObject({ status: 400 });
  });

  it('@google/genai lists models and gets the vendor’s errors', async () => {
    const { google } = await startTestEmulator(greeter, { keys: ['gemini-test'] });
    const names: (string | undefined)[] = [];
    for await (const { name } of await google.models.list()) names.push(name);
    expect(names).toEqual([`models/${model}`]);
    expect(await google.models.get({ model })).toMatchObject({ name: `models/${model}` });
    const unknown = google.models.generateContent({ model: 'nonsuch', contents: 'a' });
    await expect(unknown).rejects.toBeInstanceOf(ApiError);
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });
});
