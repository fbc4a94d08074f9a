import { describe, expect, it } from 'vitest';
import { topicReadPermissions } from '../grants/read-permissions.ts';
import { get, noon, oss, s3, ticket } from '../testing/compile-permissions-support.ts';
import { compilePermissions } from './compile-permissions.ts';

describe('the documents', () => {
  it('OSS: reading a topic is gets and a list by prefix', () => {
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

  it('writes a duplicate permission once', () => {
    const [compiled] = compilePermissions([get('a/'), get('a/')], oss);
    expect(compiled?.permissions).toEqual([get('a/')]);
  });
});
