import type { ModelCallContext, ModelPort, ModelRequest } from '@agent-home/agent-runtime';
import { expect, test } from 'vitest';
import { routeModels } from './route-models.ts';

const request: ModelRequest = {
  provider: 'p',
  model: 'm',
  params: {},
  system: '',
  messages: [],
  tools: [],
  maxOutputTokens: 1,
};

function recording(name: string, asked: string[]): ModelPort {
  return {
    async ask(_, { conversation }) {
      asked.push(`${name} ${conversation?.id}`);
      return { failed: { code: 'model_unavailable', message: '', attempts: [] } };
    },
  };
}

function contextOf(runtime: string): ModelCallContext {
  const { signal } = new AbortController();
  return { signal, onText: () => undefined, conversation: { id: `run:${runtime}`, runtime } };
}

test('sends a request to the runtime of its agent', async () => {
  const asked: string[] = [];
  const port = routeModels(recording('native', asked), { other: recording('other', asked) });
  await port.ask(request, contextOf('native'));
  await port.ask(request, contextOf('other'));
  expect(asked).toEqual(['native run:native', 'other run:other']);
});

test('fails where the runtime has no endpoint', async () => {
  const asked: string[] = [];
  const port = routeModels(recording('native', asked), {});
  for (const runtime of ['other', 'constructor', '__proto__'])
    expect(await port.ask(request, contextOf(runtime))).toMatchObject({
      failed: { code: 'runtime_not_configured' },
    });
  expect(asked).toEqual([]);
});
