import { describe, expect, it } from 'vitest';
import { startTestEmulator } from '../testing/start-test-emulator.ts';

const script = 'rules: [{ answer: still here }]';
const good = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'a' }] };
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const use = (id: string) => ({ type: 'tool_use', id, name: 'x', input: {} });
const call = (id: string) => ({ id, type: 'function', function: { name: 'x', arguments: '{' } });

const toBoth: [string, string | object][] = [
  ['nothing', ''],
  ['no JSON', '{"model":'],
  ['a byte order mark', `\uFEFF${JSON.stringify(good)}`],
  ['no object', '[]'],
  ['null', 'null'],
  ['a text', '"model"'],
  ['a deep one', nested(100_000)],
  ['a deep member', `{"model":"m","messages":[{"role":"user","content":${nested(5_000)}}]}`],
  ['a prototype', '{"__proto__":{"model":"m"},"messages":[]}'],
  ['no model', { ...good, model: undefined }],
  ['a model that is no text', { ...good, model: 1 }],
  ['no messages', { ...good, messages: [] }],
  ['messages that are none', { ...good, messages: 'hello' }],
  ['a message that is none', { ...good, messages: [null] }],
  ['a role that is none', { ...good, messages: [{ role: 'king', content: 'a' }] }],
  ['content that is none', { ...good, messages: [{ role: 'user', content: 7 }] }],
  ['a part that is none', { ...good, messages: [{ role: 'user', content: [1] }] }],
  ['stream that is no truth', { ...good, stream: 'yes' }],
  ['tools that are none', { ...good, tools: {} }],
  ['a tool without a name', { ...good, tools: [{ type: 'function', function: {} }] }],
  ['no whole number of tokens', { ...good, max_tokens: 0.5 }],
  ['too warm', { ...good, temperature: 9 }],
];

const toOpenAi: [string, string | object][] = [
  ['a result of no call', { ...good, messages: [{ role: 'tool', tool_call_id: 'a', content: 'b' }] }],
  ['a call without its result', { ...good, messages: [{ role: 'assistant', tool_calls: [call('a')] }] }],
  [
    'a user between a call and its result',
    {
      ...good,
      messages: [
        { role: 'assistant', tool_calls: [call('a')] },
        { role: 'user', content: 'b' },
        { role: 'tool', tool_call_id: 'a', content: 'b' },
      ],
    },
  ],
  [
    'a tool’s name that no wire carries',
    { ...good, tools: [{ type: 'function', function: { name: 'home.read' } }] },
  ],
  ['several choices', { ...good, n: 2 }],
];

const toAnthropic: [string, string | object][] = [
  ['no bound', { ...good, max_tokens: undefined }],
  ['an answer first', { ...good, messages: [{ role: 'assistant', content: 'a' }] }],
  ['an empty text', { ...good, messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }],
  [
    'a call without its result',
    { ...good, messages: [...good.messages, { role: 'assistant', content: [use('a')] }] },
  ],
  [
    'a result of no call',
    {
      ...good,
      messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: '' }] }],
    },
  ],
  [
    'two calls of one id',
    { ...good, messages: [...good.messages, { role: 'assistant', content: [use('a'), use('a')] }] },
  ],
  ['a tool without a schema', { ...good, tools: [{ name: 'x' }] }],
];

describe('a request that is none', () => {
  it('refuses a bad request and serves the next', async () => {
    const { url, journal, openai, anthropic, logged } = await startTestEmulator(script);
    const post = (path: string, body: string | object, headers: Record<string, string> = {}) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    for (const [name, body] of [...toBoth, ...toOpenAi]) {
      const response = await post('/v1/chat/completions', body);
      const { error } = (await response.json()) as { error: Record<string, unknown> };
      expect(response.status, name).toBe(400);
      expect(error, name).toMatchObject({ type: 'invalid_request_error', message: expect.any(String) });
      expect(Object.keys(error).sort(), name).toEqual(['code', 'message', 'param', 'type']);
    }
    for (const [name, body] of [...toBoth, ...toAnthropic]) {
      const response = await post('/v1/messages', body, { 'anthropic-version': '2023-06-01' });
      expect(response.status, name).toBe(400);
      expect(await response.json(), name).toEqual({
        type: 'error',
        error: { type: 'invalid_request_error', message: expect.any(String) },
        request_id: response.headers.get('request-id'),
      });
    }
    const unversioned = await post('/v1/messages', good);
    expect([unversioned.status, await unversioned.text()]).toEqual([
      400,
      expect.stringContaining('anthropic-version'),
    ]);
    const messages = [{ role: 'user' as const, content: 'a' }];
    expect((await openai.chat.completions.create({ model: 'm', messages })).choices[0]?.message.content).toBe(
      'still here',
    );
    expect((await anthropic.messages.create({ model: 'm', max_tokens: 9, messages })).content).toHaveLength(
      1,
    );
    const refused = journal().filter(({ error }) => error !== undefined);
    expect(refused).toHaveLength(2 * toBoth.length + toOpenAi.length + toAnthropic.length + 1);
    expect(logged.filter((entry) => 'bug' in entry)).toEqual([]);
  });

  it('names the member that is wrong', async () => {
    const { openai } = await startTestEmulator(script);
    await expect(
      openai.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'a' }], n: 3 }),
    ).rejects.toMatchObject({ status: 400, param: 'n' });
    await expect(openai.post('/chat/completions', { body: { model: 'm' } })).rejects.toMatchObject({
      code: 'missing_required_parameter',
      param: 'messages',
    });
  });

  it('is refused where it is larger than the vendor takes', async () => {
    const { url } = await startTestEmulator(script);
    const body = JSON.stringify({
      ...good,
      messages: [{ role: 'user', content: 'x'.repeat(33 * 1024 * 1024) }],
    });
    const openAi = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
    expect([openAi.status, await openAi.json()]).toMatchObject([
      413,
      { error: { code: 'request_too_large' } },
    ]);
    const anthropic = await fetch(`${url}/v1/messages`, { method: 'POST', body });
    expect([anthropic.status, await anthropic.json()]).toMatchObject([
      413,
      { error: { type: 'request_too_large' } },
    ]);
  });

  it('is refused where no such path is', async () => {
    const { openai, anthropic } = await startTestEmulator(script);
    await expect(openai.post('/images/generations', { body: {} })).rejects.toMatchObject({
      status: 404,
      type: 'invalid_request_error',
    });
    await expect(anthropic.post('/v1/complete', { body: {} })).rejects.toMatchObject({
      status: 404,
      type: 'not_found_error',
    });
    const misspelt = await fetch(`${openai.baseURL}/models/%E0%A4%A`);
    expect([misspelt.status, await misspelt.json()]).toMatchObject([400, { error: { param: null } }]);
  });
});

describe('a request that no script answers', () => {
  const narrow = 'rules: [{ when: { model: small, user: hello }, answer: hi }]';
  const asked = { messages: [{ role: 'user' as const, content: '  Where is the   key? '.repeat(20) }] };

  it('names the model that is not there', async () => {
    const { openai, anthropic } = await startTestEmulator(narrow);
    await expect(openai.chat.completions.create({ ...asked, model: 'big' })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    await expect(anthropic.messages.create({ ...asked, model: 'big', max_tokens: 9 })).rejects.toMatchObject({
      status: 404,
      type: 'not_found_error',
    });
  });

  it('names the request without an answer, and is not retried', async () => {
    const { openai, journal } = await startTestEmulator(narrow);
    const answer = openai.chat.completions.create({ ...asked, model: 'small' }, { maxRetries: 3 });
    await expect(answer).rejects.toMatchObject({ status: 400, code: 'no_rule_matches' });
    await expect(answer).rejects.toThrow(/small matches ".*Where is the {3}key\?.*" \(count 0\)/);
    expect(journal()).toHaveLength(1);
  });
});
