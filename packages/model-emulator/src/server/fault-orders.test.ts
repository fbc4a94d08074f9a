import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { messages, model, openAiAsks, script, text } from '../testing/faulty-emulator.ts';
import { startTestEmulator } from '../testing/start-test-emulator.ts';

describe('faults', () => {
  it('affect the requests they name and enter the journal', async () => {
    const emulator = await startTestEmulator(script);
    emulator.setFaults([
      { when: { user: 'text' }, times: 1, fault: { kind: 'emptyAnswer' } },
      { when: { model: 'other' }, fault: { kind: 'error', status: 500 } },
    ]);
    await openAiAsks(emulator);
    const said = async () => (await openAiAsks(emulator, text)).choices[0]?.message.content;
    expect([await said(), await said()]).toEqual(['', 'A text of some length, in pieces.']);
    await expect(
      emulator.openai.chat.completions.create({ model: 'other', messages }),
    ).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    expect(emulator.journal().map(({ fault }) => fault)).toEqual([
      undefined,
      'emptyAnswer',
      undefined,
      'error',
    ]);
  });

  it('are written into rules too', async () => {
    const { openai } = await startTestEmulator(`
rules:
  - { when: { count: 0, user: first }, fault: { kind: error, status: 503 } }
  - { answer: fine }`);
    const asks = (content: string) =>
      openai.chat.completions.create({ model, messages: [{ role: 'user', content }] });
    await expect(asks('first')).rejects.toMatchObject({ status: 503 });
    await expect(asks('first')).rejects.toMatchObject({ status: 503 });
    expect((await asks('second')).choices[0]?.message.content).toBe('fine');
  });

  it('are set over HTTP, and refused where they are none', async () => {
    const emulator = await startTestEmulator(script);
    const post = (body: unknown) =>
      fetch(`${emulator.url}/-/faults`, { method: 'POST', body: JSON.stringify(body) });
    const set = await post([{ times: 1, fault: { kind: 'emptyAnswer' } }]);
    expect([set.status, await set.json()]).toEqual([200, [{ times: 1, fault: { kind: 'emptyAnswer' } }]]);
    expect((await post([{ fault: { kind: 'explode' } }])).status).toBe(400);
    expect((await post('nothing')).status).toBe(400);
    expect((await openAiAsks(emulator)).choices[0]?.message.content).toBe('');
    expect((await openAiAsks(emulator)).choices[0]?.message.tool_calls).toHaveLength(2);
    await post([{ fault: { kind: 'emptyAnswer' } }]);
    await fetch(`${emulator.url}/-/faults`, { method: 'DELETE' });
    expect(await (await fetch(`${emulator.url}/-/faults`)).json()).toEqual([]);
  });
});
