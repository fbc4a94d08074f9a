import type { ModelAnswer } from '@agent-home/agent-runtime';
import type { ChatMessage, Media } from '@agent-home/agent-runtime/run-log';
import { sha256Hex } from '@agent-home/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';
import { answerOf, ask, forms, modelOf, startEmulator } from './testing/emulated-apis.ts';

const tool = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};
const tools = [tool];
const user = (content: string, media?: Media[]): ChatMessage => ({
  role: 'user',
  content,
  ...(media === undefined ? {} : { media }),
});

/** Returns the messages of a response and the results of its calls. */
function followed(answer: ModelAnswer, result: string, more: object = {}): ChatMessage[] {
  const { content, tool_calls, continuation } = answer;
  return [
    { role: 'assistant', content, tool_calls, ...(continuation === undefined ? {} : { continuation }) },
    ...tool_calls.map(
      ({ id, name }): ChatMessage => ({
        role: 'tool',
        tool_call_id: id,
        name,
        content: result,
        is_error: false,
        ...more,
      }),
    ),
  ];
}

const calling = `
rules:
  - when: { after: read_file }
    answer: 'It says {{result}}'
  - when: { user: read }
    answer:
      thought: They want two files.
      text: I read them.
      calls:
        - { tool: read_file, arguments: { path: a.txt } }
        - { tool: read_file, arguments: { path: 'b "quoted" 文.txt' } }
  - answer: 'Fine: {{user}}'
`;

test('every protocol has text, calls, stop reasons and usage', async () => {
  const { url } = await startEmulator(`${calling.trimEnd()}
  `);
  for (const { api, stream } of forms) {
    const model = modelOf(api, url, { stream });
    const where = `${api}, ${stream ? 'stream' : 'whole'}`;
    let shown = '';
    const onText = (text: string) => {
      shown += text;
    };
    const said = await answerOf(model, { messages: [user('世界 🌍')] }, { onText });
    expect(said, where).toMatchObject({
      content: 'Fine: 世界 🌍',
      stop_reason: 'end_turn',
      tool_calls: [],
      attempts: [{ ok: true }],
    });
    expect(said.usage, where).toEqual({
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      ...(api === 'anthropic' ? { cache_write_input_tokens: expect.any(Number) } : {}),
    });
    if (stream) expect(shown, where).toBe('Fine: 世界 🌍');
    const called = await answerOf(model, { messages: [user('read')], tools });
    expect(called, where).toMatchObject({
      content: 'I read them.',
      stop_reason: 'tool_use',
      tool_calls: [
        { name: 'read_file', arguments: '{"path":"a.txt"}' },
        { name: 'read_file', arguments: '{"path":"b \\"quoted\\" 文.txt"}' },
      ],
    });
    const [one, other] = called.tool_calls;
    expect(one?.id, where).not.toBe(other?.id);
    const cut = await answerOf(model, { messages: [user('x'.repeat(400))], maxOutputTokens: 16 });
    expect([where, cut.stop_reason, cut.content.length]).toEqual([where, 'max_tokens', 64]);
  }
});

const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
const file = (media_type: Media['media_type'], name: string): Media => ({
  media_type,
  name,
  bytes: bytes.length,
  sha256: sha256Hex(bytes),
  data: bytes.toString('base64'),
});

test('every protocol sends results, errors and files', async () => {
  const emulator = await startEmulator(calling);
  const image = file('image/png', 'a.png');
  const pdf = file('application/pdf', 'a.pdf');
  const seen = (type: string) => `[${type}, ${bytes.length} bytes, sha256 ${sha256Hex(bytes)}]`;
  for (const { api, stream } of forms) {
    const model = modelOf(api, emulator.url, { stream });
    const where = `${api}, ${stream ? 'stream' : 'whole'}`;
    const messages = [user('read')];
    const called = await answerOf(model, { messages, tools });
    const results = followed(called, 'no such file', { is_error: true });
    const answered = await answerOf(model, { messages: [...messages, ...results], tools });
    expect(answered.content, where).toBe('It says no such file');
    emulator.clearJournal();
    const withFile = followed(called, 'a picture', { media: [image] });
    const shown = await answerOf(model, { messages: [...messages, ...withFile], tools });
    expect(shown.content, where).toContain('It says a picture');
    expect(JSON.stringify(emulator.journal()), where).toContain(image.data);
    const both = await answerOf(model, { messages: [user('See: ', [image, pdf])] });
    for (const type of ['image/png', 'application/pdf']) expect(both.content, where).toContain(seen(type));
  }
});

const thinking = { anthropic: 2_000, gemini: 2_000 } as const;

test('thoughts are recorded and go back signed to the model that had them', async () => {
  const emulator = await startEmulator(calling);
  for (const { api, stream } of forms) {
    if (api === 'chat') continue;
    const params = api === 'responses' ? { reasoning_summary: 'auto' } : { thinking: thinking[api] };
    // Names for which the SDK requests thoughts; the emulator demands the signatures of this generation.
    const name = { responses: 'gpt-5', anthropic: 'claude-sonnet-4-5', gemini: 'gemini-3-pro' }[api];
    const model = modelOf(api, emulator.url, { stream, name });
    const where = `${api}, ${stream ? 'stream' : 'whole'}`;
    const messages = [user('read')];
    const called = await answerOf(model, { messages, tools, params });
    expect(called.thought, where).toBe('They want two files.');
    expect(called.continuation, where).toMatchObject({ api, model: name });
    const results = [...messages, ...followed(called, 'hello')];
    emulator.clearJournal();
    const answered = await answerOf(model, { messages: results, tools, params });
    expect(answered.content, where).toBe('It says hello');
    const sent = JSON.stringify(emulator.journal()[0]?.messages);
    const signatures = [called.continuation?.reasoning, called.continuation?.calls].flatMap((parts = []) =>
      parts.flatMap(({ metadata }) =>
        Object.values(metadata).flatMap(({ itemId: _, ...texts }) => Object.values(texts)),
      ),
    );
    expect(signatures.length, where).toBeGreaterThan(0);
    for (const signature of signatures) expect(sent, where).toContain(signature);
    emulator.clearJournal();
    // Another model gets none of them, and the request stays valid.
    const other = modelOf(api, emulator.url, { stream, name: `${name}-other` });
    const elsewhere = await answerOf(other, { messages: results, tools, params });
    expect(elsewhere.content, where).toBe('It says hello');
    const others = JSON.stringify(emulator.journal()[0]?.messages);
    for (const signature of signatures) expect(others, where).not.toContain(signature);
  }
});

/** Records the bodies of requests. */
function recording(): { bodies: Record<string, unknown>[]; fetch: typeof globalThis.fetch } {
  const bodies: Record<string, unknown>[] = [];
  return {
    bodies,
    fetch: (input, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return boundedFetch(input, init);
    },
  };
}

test('thinking stays within the limit of a response', async () => {
  const { url } = await startEmulator('rules: [{ answer: fine }]');
  const model = modelOf('anthropic', url, { name: 'claude-sonnet-4-5' });
  const sent = async (thinking: number | string, maxOutputTokens: number) => {
    const { bodies, fetch } = recording();
    await answerOf(model, { params: { thinking }, maxOutputTokens }, { fetch });
    const [body] = bodies;
    return [body?.max_tokens, body?.thinking];
  };
  expect(await sent(2_000, 4_000)).toEqual([4_000, { type: 'enabled', budget_tokens: 2_000 }]);
  expect(await sent(8_000, 4_000)).toEqual([4_000, { type: 'enabled', budget_tokens: 3_744 }]);
  expect(await sent(8_000, 1_000)).toEqual([1_000, { type: 'disabled' }]);
  expect(await sent('off', 1_000)).toEqual([1_000, { type: 'disabled' }]);
});

test('prompts are cached unless the agent does not want it', async () => {
  const { url } = await startEmulator(calling);
  const model = modelOf('anthropic', url);
  const messages = [user('read')];
  const first = await answerOf(model, { messages, tools });
  const { input_tokens: all, cache_write_input_tokens: written } = first.usage;
  expect([all, written]).toEqual([all, all]);
  const next = await answerOf(model, { messages: [...messages, ...followed(first, 'hello')], tools });
  expect(next.usage).toMatchObject({
    cache_read_input_tokens: all,
    cache_write_input_tokens: next.usage.input_tokens - all,
  });
  const { bodies, fetch } = recording();
  const without = await answerOf(model, { messages, tools, params: { prompt_cache: false } }, { fetch });
  expect(without.usage).toEqual({ input_tokens: all, output_tokens: expect.any(Number) });
  expect(JSON.stringify(bodies)).not.toContain('cache_control');
  await answerOf(model, { messages, tools, params: { prompt_cache: '1h' } }, { fetch });
  const { system, tools: offered, messages: said } = bodies[1] ?? {};
  for (const part of [system, offered, said])
    expect(JSON.stringify(part)).toContain('"cache_control":{"type":"ephemeral","ttl":"1h"}');
});

test('no key of the environment is sent to an address of the settings', async () => {
  const { url } = await startEmulator('rules: [{ answer: fine }]');
  const names = [
    'ANTHROPIC_API_KEY',
    'OPENAI_API_KEY',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
  ];
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of names) vi.stubEnv(name, 'sk-of-the-environment');
  for (const key of [undefined, 'sk-of-the-settings'])
    for (const { api, stream } of forms) {
      const sent: string[] = [];
      const fetch: typeof globalThis.fetch = (input, init) => {
        sent.push(`${String(input)} ${JSON.stringify([...new Headers(init?.headers)])}`);
        return boundedFetch(input, init);
      };
      const model = modelOf(api, url, { stream, ...(key === undefined ? {} : { key }) });
      await answerOf(model, {}, { fetch });
      expect(sent).toHaveLength(1);
      expect(sent[0]).not.toContain('sk-of-the-environment');
      expect([api, sent[0]?.includes('sk-of-the-settings')]).toEqual([api, key !== undefined]);
    }
});

/** Schemas as MCP servers send them. */
const hostile: Record<string, object> = {
  circle: {
    type: 'object',
    properties: { next: { $ref: '#/$defs/node' } },
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  },
  'a reference to itself': { type: 'object', properties: { a: { $ref: '#/properties/a' } } },
  'a reference to nothing': { type: 'object', properties: { a: { $ref: 'https://example.com/a' } } },
  growing: {
    type: 'object',
    properties: { a: { $ref: '#/$defs/d0' } },
    $defs: Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `d${at}`,
        {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 10 }, (__, each) => [`p${each}`, { $ref: `#/$defs/d${at + 1}` }]),
          ),
        },
      ]),
    ),
  },
  'lists without items': {
    type: 'object',
    properties: { a: { type: 'array' }, b: { type: ['array', 'null'] } },
  },
  tuple: {
    type: 'object',
    properties: { a: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } },
  },
  'mixed values': { type: 'object', properties: { a: { enum: ['x', 1, null, true] }, b: { const: 7 } } },
  'empty values': { type: 'object', properties: { a: { type: 'string', enum: ['', 'x'] } } },
  'truths for schemas': { type: 'object', properties: { a: true, b: false, c: {} } },
  'required of nothing': { type: 'object', required: ['a', 'b'], properties: { b: { type: 'string' } } },
  'other keywords': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: false,
    patternProperties: { '^x': { type: 'string' } },
    properties: {
      a: { type: 'string', format: 'uri', pattern: '^a', contentMediaType: 'text/html' },
      b: { not: { type: 'string' } },
      c: { if: {}, else: {} },
      d: {
        allOf: [{ type: 'object', properties: { e: { oneOf: [{ type: 'null' }, { type: 'number' }] } } }],
      },
      __proto__: { type: 'string' },
    },
  },
  'no type': { properties: { a: { type: 'string' } } },
  'no object': { type: 'string' },
  nothing: {},
  deep: Array.from({ length: 60 }).reduce<object>((inner) => ({ type: 'object', properties: { a: inner } }), {
    type: 'string',
  }),
};

test('Gemini gets schemas that it accepts for any tool', async () => {
  const { url } = await startEmulator(calling.replaceAll('read_file', 'x'));
  for (const [title, parameters] of Object.entries(hostile)) {
    const given = { name: 'x', description: title, parameters: JSON.parse(JSON.stringify(parameters)) };
    const outcome = await ask(modelOf('gemini', url), { messages: [user('read')], tools: [given] });
    expect([title, outcome]).toMatchObject([title, { answered: { stop_reason: 'tool_use' } }]);
  }
});

test('a refusal of a model is a code, in each protocol', async () => {
  const { url } = await startEmulator(`
rules:
  - when: { user: limit }
    fault: { kind: error, status: 429, message: Slowly. }
  - when: { user: key }
    fault: { kind: error, status: 401, message: Not this key. }
  - when: { user: later }
    answer: a text of some length in several pieces
    fault: { kind: error, status: 500, message: Went away., afterChunks: 5 }
  - answer: { text: I cannot., stop: refusal }
`);
  for (const { api, stream } of forms) {
    const outcome = (content: string) => ask(modelOf(api, url, { stream }), { messages: [user(content)] });
    const failure = (code: string, message: string) => ({ failed: { code, message } });
    expect(await outcome('limit'), api).toMatchObject(failure('model_unavailable', 'Slowly.'));
    expect(await outcome('key'), api).toMatchObject(failure('model_refused', 'Not this key.'));
    if (stream) expect(await outcome('later'), api).toMatchObject(failure('model_unavailable', 'Went away.'));
    const refused = await outcome('no');
    expect(refused, api).toMatchObject({ answered: { content: 'I cannot.', stop_reason: 'content-filter' } });
  }
});
