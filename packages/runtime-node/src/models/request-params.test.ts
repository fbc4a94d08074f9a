import { describe, expect, test } from 'vitest';
import { createModelPort } from './ask-model.ts';

const fine = () =>
  Response.json({ choices: [{ message: { content: 'fine' }, finish_reason: 'stop' }], usage: null });
const refusal = (param: string) =>
  Response.json(
    { error: { message: `Unsupported parameter: '${param}'`, code: 'unsupported_parameter', param } },
    { status: 400 },
  );

/** Starts a server that refuses one name of the limit, and records the bodies that it receives. */
function portTo(refused: string, model: string, provider = 'openai') {
  const bodies: Record<string, unknown>[] = [];
  const port = createModelPort(
    () => ({ provider, name: model, url: 'http://m', fallbacks: [], timeoutMs: 5_000, stream: false }),
    {
      pause: async () => undefined,
      fetch: async (_, init) => {
        const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
        bodies.push(body);
        return refused in body ? refusal(refused) : fine();
      },
    },
  );
  const ask = (params: object = {}) =>
    port.ask(
      {
        provider,
        model,
        params: { ...params },
        system: '',
        tools: [],
        maxOutputTokens: 500,
        messages: [{ role: 'user', content: 'Hi.' }],
      },
      { signal: new AbortController().signal, onText: () => undefined },
    );
  return { ask, bodies };
}

describe('parameters of a request', () => {
  test('models that refuse max_tokens are sent max_completion_tokens', async () => {
    for (const model of ['gpt-5', 'gpt-5-mini', 'gpt-5.1', 'o1', 'o3-mini', 'o4-mini', 'openai/gpt-5']) {
      const { ask, bodies } = portTo('max_tokens', model);
      expect(await ask(), model).toHaveProperty('answered');
      expect(bodies, model).toMatchObject([{ max_completion_tokens: 500 }]);
    }
    for (const model of ['gpt-4o', 'o1x', 'llama3', 'gpt-oss']) {
      const { ask, bodies } = portTo('nothing', model);
      await ask();
      expect(bodies, model).toMatchObject([{ max_tokens: 500 }]);
    }
  });

  test('follows a refusal that names the other limit once', async () => {
    for (const [refused, model] of [
      ['max_tokens', 'newest'],
      ['max_completion_tokens', 'gpt-5-of-an-old-server'],
    ] as const) {
      const { ask, bodies } = portTo(refused, model);
      expect(await ask()).toHaveProperty('answered');
      expect(await ask()).toHaveProperty('answered');
      expect(bodies.map((body) => refused in body)).toEqual([true, false, false]);
    }
  });

  test('passes an agent’s parameters on with the smaller limit', async () => {
    const params = { temperature: 0.5, top_p: 0.9, stop: ['END'], seed: 7, reasoning_effort: 'low' };
    for (const provider of ['openai', 'openai-compatible']) {
      const { ask, bodies } = portTo('nothing', 'gpt-4o', provider);
      await ask({ ...params, max_tokens: 90, provider_options: { enable_thinking: false } });
      expect(bodies, provider).toMatchObject([{ ...params, max_tokens: 90, enable_thinking: false }]);
      expect(bodies[0]).not.toHaveProperty('provider_options');
    }
  });
});
