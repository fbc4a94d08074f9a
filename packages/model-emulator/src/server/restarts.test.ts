import { expect, it } from 'vitest';
import { greeter, startTestEmulator } from '../testing/start-test-emulator.ts';

const bodies = ['weather in Rome?', 'My name is Bo.', 'else'].flatMap((content) =>
  [false, true].map((stream) =>
    JSON.stringify({
      model: 'greeter',
      max_tokens: 100,
      stream,
      messages: [{ role: 'user', content }],
    }),
  ),
);

it('a restarted emulator gives the same bytes for a request', async () => {
  const answers = async () => {
    const { url, close } = await startTestEmulator(greeter);
    const texts: string[] = [];
    for (const path of ['/v1/chat/completions', '/v1/messages'])
      for (const body of [...bodies, ...bodies]) {
        const headers = { 'anthropic-version': '2023-06-01' };
        texts.push(await (await fetch(`${url}${path}`, { method: 'POST', headers, body })).text());
      }
    await close();
    return texts;
  };
  const first = await answers();
  expect(await answers()).toEqual(first);
  expect(first.slice(0, bodies.length)).toEqual(first.slice(bodies.length, 2 * bodies.length));
  expect(new Set(first).size).toBe(2 * bodies.length);
});
