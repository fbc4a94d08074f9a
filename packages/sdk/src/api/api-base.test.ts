import { describe, expect, test } from 'vitest';
import { apiBase } from './api-base.ts';

describe('the API address', () => {
  test.each([
    ['https://home.example/', false, 'https://home.example'],
    ['https://home.example/base/', false, 'https://home.example/base'],
    ['http://127.0.0.1:4600', false, 'http://127.0.0.1:4600'],
    ['http://[::1]:4600', false, 'http://[::1]:4600'],
    ['http://home.example', true, 'http://home.example'],
  ])('%s', (url, insecure, base) => expect(apiBase(url, insecure)).toBe(base));

  test.each(['http://home.example', 'http://127.0.0.1.home.example', 'ftp://localhost', 'file:///etc'])(
    '%s sends credentials without encryption',
    (url) => expect(() => apiBase(url, false)).toThrow(expect.objectContaining({ code: 'insecure_url' })),
  );
});
