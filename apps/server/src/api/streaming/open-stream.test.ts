import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { RequestLife } from '../server/request-life.ts';
import type { Visitor } from '../sessions/visitor-reader.ts';
import { openStream } from './open-stream.ts';

afterEach(() => vi.useRealTimers());

const visitor = { viewer: { kind: 'anonymous' }, credentials: ['session'] } as unknown as Visitor;

test('an expired session’s stream ends at its next heartbeat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const failures: Error[] = [];
  const server = createServer((request, raw) => {
    raw.on('error', (error) => failures.push(error));
    const life = new RequestLife();
    raw.once('close', () => life.end());
    const reply = { raw, hijack: () => reply, getHeaders: () => ({}) } as unknown as FastifyReply;
    openStream({
      reply,
      visitor,
      request: { raw: request, life } as unknown as FastifyRequest,
      hub: { add: () => {}, remove: () => {} },
      visitorNow: async () => undefined,
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await answer.text()).toBe('retry: 1000\n\nevent: hello\ndata: {}\n\n');
  expect(failures).toEqual([]);
  server.close();
});
