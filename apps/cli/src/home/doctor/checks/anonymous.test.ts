import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { askAnonymously } from './anonymous.ts';

test('the doctor reaches the agents’ address by its route', async () => {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      asked.push([request.method, request.headers.host, request.url, request.headers['x-forged'], body]);
      response.writeHead(418).end('not read');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const route = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const url = 'http://store.invalid:9000/home/key?X-Amz-Signature=abc%2F';
    const answer = await askAnonymously(url, {
      method: 'PUT',
      body: '字',
      headers: { 'x-forged': '1' },
      route,
    });
    expect(answer.status).toBe(418);
    expect(Math.abs((answer.date?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(asked).toEqual([['PUT', 'store.invalid:9000', '/home/key?X-Amz-Signature=abc%2F', '1', '字']]);
    await askAnonymously(`${route}/plain`);
    expect(asked[1]).toEqual(['GET', new URL(route).host, '/plain', undefined, '']);
    await expect(askAnonymously(url)).rejects.toThrow('store.invalid');
  } finally {
    server.close();
  }
});
