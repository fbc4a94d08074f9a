import { describe, expect, test } from 'vitest';
import { refusalOf } from './guards.ts';

const expected = { port: 4700, token: 'right-token', path: '/mcp' };
const good = { host: '127.0.0.1:4700', authorization: 'Bearer right-token' };

describe('access over HTTP', () => {
  test('a client with the token is served over HTTP', () => {
    for (const headers of [
      good,
      { ...good, host: 'LOCALHOST:4700' },
      { ...good, origin: 'http://127.0.0.1:4700' },
      { ...good, authorization: 'bearer right-token' },
    ])
      expect(refusalOf({ url: '/mcp?x=1', headers }, expected)).toBeUndefined();
  });

  test.each([
    [403, 'a rebound name', { ...good, host: 'evil.example:4700' }],
    [403, 'another port', { ...good, host: '127.0.0.1:80' }],
    [403, 'no Host', { authorization: good.authorization }],
    [403, 'a name that begins alike', { ...good, host: '127.0.0.1:4700.evil.example' }],
    [403, 'a page of elsewhere', { ...good, origin: 'https://evil.example' }],
    [403, 'a page on another port of this machine', { ...good, origin: 'http://localhost:3000' }],
    [403, 'a file', { ...good, origin: 'null' }],
    [401, 'no token', { host: good.host }],
    [401, 'another token', { ...good, authorization: 'Bearer wrong-token' }],
    [401, 'half of it', { ...good, authorization: 'Bearer right' }],
    [401, 'nothing of it', { ...good, authorization: 'Bearer ' }],
    [401, 'another scheme', { ...good, authorization: 'Basic right-token' }],
  ])('%i for %s', (status, _, headers) => {
    expect(refusalOf({ url: '/mcp', headers }, expected)?.status).toBe(status);
  });

  test('400 for two Hosts', () => {
    expect(refusalOf({ url: '/mcp', headers: good, hosts: 2 }, expected)?.status).toBe(400);
  });

  test('404 for anything but the one path', () => {
    for (const url of ['/', '/mcp/', '/MCP', '/mcp/../mcp', undefined])
      expect(refusalOf({ url, headers: good }, expected)?.status).toBe(404);
  });
});
