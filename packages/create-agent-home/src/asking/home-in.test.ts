import { expect, test } from 'vitest';
import { homeIn } from './home-in.ts';

test('takes the home from --home, else from npm’s registry', () => {
  const registry = 'http://127.0.0.1:4600/packages/npm/';
  expect(homeIn(undefined, registry)).toBe('http://127.0.0.1:4600');
  expect(homeIn('https://home.example/', registry)).toBe('https://home.example');
  for (const wrong of [
    'home.example',
    'ftp://home.example',
    'https://home.example/x',
    'https://h.example/?a',
    '',
    'http://h.example/\n[x]',
  ])
    expect(() => homeIn(wrong, registry), wrong).toThrow(expect.objectContaining({ code: 'no_home' }));
  for (const other of [undefined, 'https://registry.npmjs.org/'])
    expect(() => homeIn(undefined, other)).toThrow(expect.objectContaining({ code: 'no_home' }));
});
