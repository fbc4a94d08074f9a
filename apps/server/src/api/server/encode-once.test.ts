import fastify from 'fastify';
import { expect, test } from 'vitest';
import { encodeOnce } from './encode-once.ts';

test.each([
  ['short', 'é'],
  ['long', 'é €  \u{1F600}'.repeat(40_000)],
  ['long, with half a character', `${'a'.repeat(70_000)}\ud83d`],
])('a %s text arrives as it is, with its length in bytes', async (_name, text) => {
  const app = fastify();
  encodeOnce(app);
  app.get('/', async (_request, reply) => reply.type('text/plain').send(text));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  const answer = await fetch(url);

  expect(await answer.text()).toBe(text.toWellFormed());
  expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  await app.close();
});
