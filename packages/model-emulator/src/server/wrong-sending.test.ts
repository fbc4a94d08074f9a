import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import {
  anthropicAsks,
  anthropicStreams,
  messages,
  model,
  openAiAsks,
  openAiStreams,
  startFaulty,
  text,
} from '../testing/faulty-emulator.ts';

describe('an answer that is sent wrongly on purpose', () => {
  it('is nonsense', async () => {
    const emulator = await startFaulty({ kind: 'nonsenseBody' });
    for (const ask of [openAiAsks, openAiStreams, anthropicAsks, anthropicStreams])
      await expect(ask(emulator)).rejects.toBeInstanceOf(Error);
  });

  it('is an HTML page with status 200', async () => {
    const { url } = await startFaulty({ kind: 'wrongContentType' });
    for (const stream of [false, true]) {
      const body = JSON.stringify({ model, messages, stream });
      const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await response.text()).toMatch(/^<!doctype html>/);
    }
  });

  it('breaks off', async () => {
    const emulator = await startFaulty({ kind: 'cutStream', afterChunks: 2 });
    for (const ask of [openAiAsks, openAiStreams, anthropicAsks, anthropicStreams])
      await expect(ask(emulator, text)).rejects.toBeInstanceOf(Error);
    const response = await fetch(`${emulator.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model, messages: text, stream: true }),
    });
    const reader = response.body?.getReader();
    let got = '';
    const readOn = async (): Promise<void> => {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      got += value ? new TextDecoder().decode(value) : '';
      if (!done) await readOn();
    };
    await expect(readOn()).rejects.toBeInstanceOf(Error);
    expect(got.match(/^data: /gm)).toHaveLength(2);
    expect(got).not.toContain('[DONE]');
  });

  it('hangs until a client’s timeout or the emulator’s end', async () => {
    const emulator = await startFaulty({ kind: 'hang' });
    await expect(openAiAsks(emulator)).rejects.toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
    await expect(anthropicAsks(emulator)).rejects.toBeInstanceOf(Anthropic.APIConnectionTimeoutError);
    const hanging = emulator.openai.chat.completions
      .create({ model, messages })
      .catch((error: unknown) => error);
    while (emulator.journal().length < 3) await new Promise((resolve) => setImmediate(resolve));
    await emulator.close();
    expect(await hanging).toBeInstanceOf(OpenAI.APIConnectionError);
  });

  it('is slow', async () => {
    const emulator = await startFaulty({ kind: 'slow', delayMs: 60, chunkDelayMs: 10 });
    const started = performance.now();
    await openAiAsks(emulator, text);
    const whole = performance.now() - started;
    expect(whole).toBeGreaterThan(55);
    const { openai } = emulator;
    const begun = performance.now();
    await openai.chat.completions.stream({ model, messages: text }).finalChatCompletion();
    // Three pieces and an end take ten milliseconds each, after the initial sixty.
    expect(performance.now() - begun).toBeGreaterThan(90);
  });
});
