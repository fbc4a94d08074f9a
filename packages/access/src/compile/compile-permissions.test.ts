import { describe, expect, it } from 'vitest';
import type { KeyPermission } from '../grants/key-permission.ts';
import { topicReadPermissions } from '../grants/read-permissions.ts';
import { evaluateSession, parsePolicy } from '../policy/index.ts';
import { compilePermissions } from './compile-permissions.ts';

const noon = new Date('2026-11-21T12:00:00.700Z');
const get = (prefix: string): KeyPermission => ({ class: 'read', action: 'get', prefix });
const ticket = (key: string, not_after: Date = noon): KeyPermission => ({
  class: 'message',
  action: 'put',
  key,
  not_after,
});
const oss = { dialect: 'oss', bucket: 'home' } as const;
const s3 = { dialect: 's3', bucket: 'home' } as const;

describe('the documents', () => {
  it('OSS: reading a topic is a get on its objects and a list on the bucket, narrowed by prefix', () => {
    const [compiled, ...rest] = compilePermissions(topicReadPermissions('t1', 'all'), oss);
    expect(rest).toEqual([]);
    expect(JSON.parse(compiled?.document ?? '')).toEqual({
      Version: '1',
      Statement: [
        { Effect: 'Allow', Action: 'oss:GetObject', Resource: ['acs:oss:*:*:home/topics/t1/*'] },
        {
          Effect: 'Allow',
          Action: 'oss:ListObjects',
          Resource: 'acs:oss:*:*:home',
          Condition: { StringLike: { 'oss:Prefix': ['topics/t1/*'] } },
        },
      ],
    });
  });

  it('OSS: tickets that end in the same second share a statement, rounded down', () => {
    const compiled = compilePermissions(
      [
        ticket('a/1'),
        ticket('a/2', new Date('2026-11-21T12:00:00Z')),
        ticket('a/3', new Date('2026-11-21T12:00:01Z')),
      ],
      oss,
    );
    expect(compiled.map(({ document }) => JSON.parse(document))).toEqual([
      {
        Version: '1',
        Statement: [
          {
            Effect: 'Allow',
            Action: 'oss:PutObject',
            Resource: ['acs:oss:*:*:home/a/1', 'acs:oss:*:*:home/a/2'],
            Condition: { DateLessThan: { 'acs:CurrentTime': '2026-11-21T12:00:00+00:00' } },
          },
          {
            Effect: 'Allow',
            Action: 'oss:PutObject',
            Resource: ['acs:oss:*:*:home/a/3'],
            Condition: { DateLessThan: { 'acs:CurrentTime': '2026-11-21T12:00:01+00:00' } },
          },
        ],
      },
    ]);
  });

  it('S3: no condition and no listing, and the answer says so', () => {
    const compiled = compilePermissions([...topicReadPermissions('t1', 'all'), ticket('a/1')], s3);
    expect(compiled.map(({ document }) => JSON.parse(document))).toEqual([
      {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::home/topics/t1/*'] },
        ],
      },
      {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::home/a/1'] }],
      },
    ]);
    expect(compiled.map(({ permissions }) => permissions)).toEqual([
      [get('topics/t1/')],
      [{ class: 'message', action: 'put', key: 'a/1' }],
    ]);
  });

  it('permissions of different classes get credentials of their own', () => {
    const compiled = compilePermissions(
      [
        ticket('a/1'),
        { class: 'request', action: 'put', key: 'a/2', not_after: noon },
        { class: 'heartbeat', action: 'put', key: 'a/3' },
        get('a/'),
      ],
      oss,
    );
    expect(compiled.map((policy) => policy.class)).toEqual(['read', 'heartbeat', 'request', 'message']);
    for (const policy of compiled) {
      expect(policy.permissions.every((permission) => permission.class === policy.class)).toBe(true);
    }
  });

  it('what is asked twice is written once', () => {
    const [compiled] = compilePermissions([get('a/'), get('a/')], oss);
    expect(compiled?.permissions).toEqual([get('a/')]);
  });
});

describe('nothing granted', () => {
  const listing: KeyPermission = { class: 'read', action: 'list', prefix: 'agents/heartbeats/' };

  const empty = [
    ['oss', [], 'oss:GetObject', 'acs:oss:r:a:home/a'],
    ['s3', [], 's3:GetObject', 'arn:aws:s3:::home/a'],
    ['s3', [listing], 's3:ListBucket', 'arn:aws:s3:::home'],
  ] as const;
  it('nothing granted is an explicit deny, whatever the role may', () => {
    for (const [dialect, permissions, action, resource] of empty) {
      const [compiled, ...rest] = compilePermissions([...permissions], { dialect, bucket: 'home' });
      expect(rest).toEqual([]);
      expect(compiled).toMatchObject({ class: 'none', permissions: [] });
      const session = parsePolicy(compiled?.document ?? '', dialect);
      const version = dialect === 'oss' ? '1' : '2012-10-17';
      const everything = { Effect: 'Allow', Action: '*', Resource: '*' };
      const role = parsePolicy(JSON.stringify({ Version: version, Statement: [everything] }), dialect);
      expect(evaluateSession({ session, role }, { action, resource, context: {} })).toBe('explicit_deny');
    }
  });
});

describe('length', () => {
  const keys = Array.from({ length: 60 }, (_, index) =>
    ticket(`topics/t1/messages/ada/${'m'.repeat(30)}_${index}`),
  );

  it('what does not fit one policy is split, in order, and nothing is lost', () => {
    for (const dialect of ['oss', 's3'] as const) {
      const compiled = compilePermissions(keys, { dialect, bucket: 'home' });
      expect(compiled.length).toBeGreaterThan(1);
      for (const { document } of compiled) {
        // MinIO measures what Go writes, and Go escapes these three.
        expect(Buffer.byteLength(document.replaceAll(/[&<>]/g, '\\u0026'))).toBeLessThanOrEqual(2048);
      }
      const carried = compiled.flatMap(({ permissions }) => permissions);
      expect(carried.map((permission) => 'key' in permission && permission.key)).toEqual(
        keys.map((permission) => 'key' in permission && permission.key),
      );
    }
  });

  it('one permission that does not fit is refused, never widened', () => {
    const long = get(`${'a'.repeat(2000)}/`);
    expect(() => compilePermissions([get('a/'), long], oss)).toThrow(
      expect.objectContaining({ code: 'permission_too_long' }),
    );
  });

  it('a smaller limit is kept as well', () => {
    for (const { document } of compilePermissions(keys, { ...oss, maxLength: 400 })) {
      expect(document.length).toBeLessThanOrEqual(400);
    }
  });
});

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

  it.each(hostile.filter((prefix) => prefix !== 'a/').concat('a', 'topics/t1'))(
    'prefix %j is refused',
    (prefix) => {
      expect(() => compilePermissions([get(prefix)], s3)).toThrow(
        expect.objectContaining({ code: 'unsafe_key' }),
      );
    },
  );

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
