import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { greeter, startTestEmulator } from '../testing/start-test-emulator.ts';

const options: LanguageModelV3CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'What is the weather in Delft?' }] }],
  tools: [{ type: 'function', name: 'weather', inputSchema: { type: 'object', properties: {} } }],
};

async function greeterModel(script = greeter): Promise<LanguageModelV3> {
  const { url } = await startTestEmulator(script);
  return createOpenAICompatible({ name: 'emulator', baseURL: `${url}/v1`, includeUsage: true })('greeter');
}

it('@ai-sdk/openai-compatible has thought, call and cost, streamed or not', async () => {
  const model = await greeterModel();
  const whole = await model.doGenerate(options);
  expect(whole.finishReason.unified).toBe('tool-calls');
  expect(whole.content).toMatchObject([
    { type: 'reasoning', text: 'They want the weather in Delft.' },
    { type: 'tool-call', toolName: 'weather', input: '{"city":"Delft","days":1}' },
  ]);
  const { stream } = await model.doStream(options);
  const parts: LanguageModelV3StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  const toText = (type: string) =>
    parts.map((part) => (part.type === type && 'delta' in part ? part.delta : '')).join('');
  expect(toText('reasoning-delta')).toBe('They want the weather in Delft.');
  expect(toText('tool-input-delta')).toBe('{"city":"Delft","days":1}');
  expect(parts.find(({ type }) => type === 'tool-call')).toMatchObject(
    whole.content.find(({ type }) => type === 'tool-call') ?? {},
  );
  expect(parts.find(({ type }) => type === 'finish')).toMatchObject({
    finishReason: { unified: 'tool-calls' },
    usage: whole.usage,
  });
  expect(whole.usage.inputTokens.total).toBeGreaterThan(0);
});

it('@ai-sdk/openai-compatible gets status, message and retry time of a refusal', async () => {
  const model = await greeterModel(
    'rules: [{ fault: { kind: error, status: 429, retryAfterSeconds: 3, message: Slowly. } }]',
  );
  await expect(model.doGenerate(options)).rejects.toMatchObject({
    statusCode: 429,
    isRetryable: true,
    message: 'Slowly.',
    responseHeaders: { 'retry-after': '3' },
  });
});
