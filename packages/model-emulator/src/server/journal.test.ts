import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { sha256Hex } from '@agent-home/protocol';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { startTestEmulator } from '../testing/start-test-emulator.ts';

const script = 'rules: [{ name: all, answer: yes }]';
const ask = (content: string) => ({
  model: 'm',
  messages: [
    { role: 'system' as const, content: 'be brief' },
    { role: 'user' as const, content },
  ],
});

describe('the journal', () => {
  it('keeps requests without their keys', async () => {
    const keys = ['sk-secret-one', 'sk-secret-two'];
    const { url, journal, logged } = await startTestEmulator(script, { keys });
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: keys[0] ?? '', maxRetries: 0 });
    const anthropic = new Anthropic({ baseURL: url, apiKey: keys[1] ?? '', maxRetries: 0 });
    await openai.chat.completions.create(ask('canary'));
    await anthropic.messages.create({
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'bird' }],
    });
    const body = JSON.stringify(ask('canary'));
    expect(journal()).toMatchObject([
      {
        number: 1,
        protocol: 'openai',
        model: 'm',
        system: 'be brief',
        rule: 'test.yaml: all',
        sha256: sha256Hex(Buffer.from(body)),
        bytes: body.length,
        messages: ask('canary').messages,
      },
      { number: 2, protocol: 'anthropic', messages: [{ content: 'bird' }] },
    ]);
    const shown = await (await fetch(`${url}/-/journal`)).text();
    expect(JSON.parse(shown)).toEqual({ forgotten: 0, requests: journal() });
    for (const key of keys) expect(shown + JSON.stringify(logged)).not.toContain(key);
    expect(JSON.stringify(logged)).not.toContain('canary');
  });

  it('is cleared on request', async () => {
    const { url, openai, journal } = await startTestEmulator(script);
    await openai.chat.completions.create(ask('a'));
    expect((await fetch(`${url}/-/journal`, { method: 'DELETE' })).status).toBe(204);
    expect(journal()).toEqual([]);
  });
});

describe('permitted requests', () => {
  it('accepts configured keys and refuses others in vendors’ words', async () => {
    const { openai, anthropic, journal } = await startTestEmulator(script, { keys: ['another'] });
    await expect(openai.chat.completions.create(ask('a'))).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(openai.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(
      anthropic.messages.create({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'a' }] }),
    ).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
    expect(journal().map(({ error }) => error)).toEqual(['authentication', 'authentication']);
  });

  it('shows journal and faults to no page of a browser', async () => {
    const { url } = await startTestEmulator(script);
    for (const path of ['/-/journal', '/-/faults']) {
      const fromPage = await fetch(`${url}${path}`, { headers: { origin: 'https://evil.example' } });
      expect(fromPage.status).toBe(403);
    }
    const { port } = new URL(url);
    const rebound = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write('GET /-/journal HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n'),
      );
      let got = '';
      socket.on('data', (data) => {
        got += data;
      });
      socket.on('end', () => resolve(got)).on('error', reject);
    });
    expect(rebound).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('listens on this machine alone', async () => {
    const { url } = await startTestEmulator(script);
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const others = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).filter((one) => !one.internal),
    );
    for (const { address, family } of others.filter((one) => one.family === 'IPv4')) {
      const reached = await fetch(`http://${address}:${new URL(url).port}/v1/models`).catch(() => family);
      expect(reached).toBe('IPv4');
    }
  });
});
