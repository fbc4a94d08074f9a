import { describe, expect, it } from 'vitest';
import { get, oss, s3, ticket } from '../testing/compile-permissions-support.ts';
import { compilePermissions } from './compile-permissions.ts';

describe('keys that could mean more than themselves', () => {
  const hostile = [
    '',
    '/',
    'a//b',
    '/a',
    'a/',
    'a/*',
    'a/?',
    'a/b*c',
    ['a/$', '{aws:username}'].join(''),
    'a/$b',
    'a/"b',
    "a/'b",
    'a/../b',
    '..',
    'a/..',
    'a/./b',
    'a/b..c',
    'a/.hidden',
    'A/b',
    'a b',
    'a/b\n',
    'a\\b',
    'a%2fb',
    'a/ü',
    'a/,b',
    'a:b',
    'a/<b',
    '-a',
  ];

  it.each(hostile)('key %j is refused', (key) => {
    expect(() => compilePermissions([ticket(key)], oss)).toThrow(
      expect.objectContaining({ code: 'unsafe_key' }),
    );
  });

  const withoutSlash = hostile.filter((prefix) => prefix !== 'a/').concat('a', 'topics/t1');
  const withSlash = hostile.map((prefix) => `${prefix}/`);
  it.each([...withoutSlash, ...withSlash])('prefix %j is refused', (prefix) => {
    expect(() => compilePermissions([get(prefix)], s3)).toThrow(
      expect.objectContaining({ code: 'unsafe_key' }),
    );
  });

  it.each(['', 'Home', 'ho', 'home/x', 'home*', '-home', 'home:x'])('bucket %j is refused', (bucket) => {
    expect(() => compilePermissions([], { dialect: 'oss', bucket })).toThrow(
      expect.objectContaining({ code: 'invalid_bucket' }),
    );
  });

  it.each([
    'agents/heartbeats/a/ada.last',
    'circles/c1/join_requests/ada/0a_b-c.json',
    'topics/t1/ledger/0000000001.json',
    'topics/t1/messages/ada/intro_card_v1_02.json',
  ])('the key %s of the layout is safe', (key) => {
    expect(compilePermissions([ticket(key)], oss)).toHaveLength(1);
  });
});
