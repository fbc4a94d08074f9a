import type { ModelRequest } from '@agent-home/agent-runtime';
import { type ModelApi, modelApis } from '@agent-home/agent-runtime/definition';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { onTestFinished } from 'vitest';
import { createModelPort, type ModelPortOptions } from '../ask-model.ts';
import type { ReachableModel } from '../request/model-settings.ts';

/** Each protocol as a stream and as a whole response. */
export const forms: readonly { api: ModelApi; stream: boolean }[] = modelApis.flatMap((api) =>
  [true, false].map((stream) => ({ api, stream })),
);

/** Model `m` of a protocol below an address without a path. */
export function modelOf(api: ModelApi, url: string, more: Partial<ReachableModel> = {}): ReachableModel {
  const path = api === 'gemini' ? '/v1beta' : '/v1';
  return { provider: 'emulator', name: 'm', api, url: `${url}${path}`, timeoutMs: 5_000, ...more };
}

export async function startEmulator(script: string) {
  const emulator = await startModelEmulator({ scripts: loadScripts([{ file: 'test.yaml', text: script }]) });
  onTestFinished(() => emulator.close());
  return emulator;
}

/** Sends a request to one model without pauses between attempts. */
export function ask(
  model: ReachableModel,
  request: Partial<ModelRequest>,
  { onText = () => undefined, ...options }: ModelPortOptions & { onText?: (text: string) => void } = {},
) {
  const port = createModelPort(() => ({ ...model, fallbacks: [] }), {
    pause: async () => undefined,
    ...options,
  });
  const whole: ModelRequest = {
    provider: model.provider,
    model: model.name,
    params: {},
    system: 'You are careful.',
    tools: [],
    messages: [{ role: 'user', content: 'Hi.' }],
    maxOutputTokens: 4_000,
    ...request,
  };
  return port.ask(whole, { signal: new AbortController().signal, onText });
}

/** Returns the response. @throws Error with the failure */
export async function answerOf(...given: Parameters<typeof ask>) {
  const outcome = await ask(...given);
  if ('answered' in outcome) return outcome.answered;
  throw new Error(`${outcome.failed.code}: ${outcome.failed.message}`);
}
