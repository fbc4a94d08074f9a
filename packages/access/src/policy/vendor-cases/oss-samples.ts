import { oss, ramPolicy, type VendorCase } from './vendor-case.ts';

/** Sample policies that Alibaba OSS publishes for RAM users, with their documented effects. */
export const ossSampleCases: VendorCase[] = [
  {
    topic: 'OSS samples: full control of one bucket names the bucket and its objects',
    dialect: 'oss',
    policy: ramPolicy({
      Effect: 'Allow',
      Action: 'oss:*',
      Resource: ['acs:oss:*:*:examplebucket', 'acs:oss:*:*:examplebucket/*'],
    }),
    checks: [
      oss('allow', 'PutBucketAcl', 'examplebucket'),
      oss('allow', 'DeleteObject', 'examplebucket/deep/er/file'),
      oss('implicit_deny', 'GetObject', 'examplebucket2/file'),
      oss('implicit_deny', 'ListBuckets', '*'),
    ],
  },
  {
    topic: 'OSS samples: listing is about the bucket, reading about its objects',
    dialect: 'oss',
    policy: ramPolicy(
      { Effect: 'Allow', Action: 'oss:ListObjects', Resource: 'acs:oss:*:*:myphotos' },
      { Effect: 'Allow', Action: 'oss:GetObject', Resource: 'acs:oss:*:*:myphotos/*' },
    ),
    checks: [
      oss('allow', 'ListObjects', 'myphotos', { 'oss:Prefix': 'any/' }),
      oss('allow', 'ListObjects', 'myphotos'),
      oss('allow', 'GetObject', 'myphotos/x'),
      oss('implicit_deny', 'GetObject', 'myphotos'),
      oss('implicit_deny', 'PutObject', 'myphotos/x'),
    ],
  },
  {
    topic: 'OSS samples: ListObjects granted on the objects of a bucket grants no listing',
    dialect: 'oss',
    policy: ramPolicy({ Effect: 'Allow', Action: 'oss:ListObjects', Resource: 'acs:oss:*:*:myphotos/*' }),
    checks: [oss('implicit_deny', 'ListObjects', 'myphotos', { 'oss:Prefix': 'hangzhou/' })],
  },
  {
    topic: 'OSS samples: one directory through command line and SDK, with oss:Prefix',
    dialect: 'oss',
    policy: ramPolicy(
      { Effect: 'Allow', Action: ['oss:GetObject'], Resource: ['acs:oss:*:*:myphotos/hangzhou/2015/*'] },
      {
        Effect: 'Allow',
        Action: ['oss:ListObjects'],
        Resource: ['acs:oss:*:*:myphotos'],
        Condition: { StringLike: { 'oss:Prefix': 'hangzhou/2015/*' } },
      },
    ),
    checks: [
      oss('allow', 'ListObjects', 'myphotos', { 'oss:Prefix': 'hangzhou/2015/' }),
      oss('allow', 'ListObjects', 'myphotos', { 'oss:Prefix': 'hangzhou/2015/may/' }),
      oss('implicit_deny', 'ListObjects', 'myphotos', { 'oss:Prefix': 'hangzhou/2015' }),
      oss('implicit_deny', 'ListObjects', 'myphotos', { 'oss:Prefix': 'hangzhou/2016/' }),
      oss('implicit_deny', 'ListObjects', 'myphotos', { 'oss:Prefix': '' }),
      oss('implicit_deny', 'ListObjects', 'myphotos'),
      oss('allow', 'GetObject', 'myphotos/hangzhou/2015/west-lake.jpg'),
      oss('implicit_deny', 'GetObject', 'myphotos/hangzhou/2015'),
      oss('implicit_deny', 'GetObject', 'myphotos/Hangzhou/2015/west-lake.jpg'),
    ],
  },
  {
    topic: 'OSS samples: a console user walks down level by level, with oss:Delimiter and oss:Prefix',
    dialect: 'oss',
    policy: ramPolicy(
      { Effect: 'Allow', Action: ['oss:ListBuckets', 'oss:GetBucketAcl'], Resource: ['acs:oss:*:*:*'] },
      {
        Effect: 'Allow',
        Action: ['oss:ListObjects'],
        Resource: ['acs:oss:*:*:myphotos'],
        Condition: {
          StringLike: { 'oss:Delimiter': '/', 'oss:Prefix': ['', 'hangzhou/', 'hangzhou/2015/*'] },
        },
      },
    ),
    checks: [
      oss('allow', 'ListBuckets', '*'),
      oss('allow', 'GetBucketAcl', 'myphotos'),
      oss('allow', 'ListObjects', 'myphotos', { 'oss:Prefix': '', 'oss:Delimiter': '/' }),
      oss('allow', 'ListObjects', 'myphotos', { 'oss:Prefix': 'hangzhou/', 'oss:Delimiter': '/' }),
      oss('allow', 'ListObjects', 'myphotos', { 'oss:Prefix': 'hangzhou/2015/x/', 'oss:Delimiter': '/' }),
      oss('implicit_deny', 'ListObjects', 'myphotos', {
        'oss:Prefix': 'hangzhou/2014/',
        'oss:Delimiter': '/',
      }),
      oss('implicit_deny', 'ListObjects', 'myphotos', { 'oss:Prefix': 'hangzhou/' }),
    ],
  },
  {
    topic: 'OSS samples: a prefix without its slash also opens the sibling',
    dialect: 'oss',
    policy: ramPolicy({ Effect: 'Allow', Action: 'oss:PutObject', Resource: 'acs:oss:*:*:home/topics/a1*' }),
    checks: [
      oss('allow', 'PutObject', 'home/topics/a1/x'),
      oss('allow', 'PutObject', 'home/topics/a10/x'),
      oss('implicit_deny', 'PutObject', 'home/topics/a2/x'),
    ],
  },
  {
    topic: 'RAM samples: access to OSS from named addresses only, by Allow',
    dialect: 'oss',
    policy: ramPolicy({
      Effect: 'Allow',
      Action: ['oss:ListObjects', 'oss:GetObject'],
      Resource: ['acs:oss:*:*:myphotos', 'acs:oss:*:*:myphotos/*'],
      Condition: { IpAddress: { 'acs:SourceIp': ['192.168.0.0/16', '172.16.0.0/12'] } },
    }),
    checks: [
      oss('allow', 'GetObject', 'myphotos/x', { 'acs:SourceIp': '172.31.9.9' }),
      oss('implicit_deny', 'GetObject', 'myphotos/x', { 'acs:SourceIp': '172.32.0.1' }),
    ],
  },
  {
    topic: 'RAM samples: access to OSS from named addresses only, by Deny',
    dialect: 'oss',
    policy: ramPolicy(
      { Effect: 'Allow', Action: 'oss:GetObject', Resource: 'acs:oss:*:*:myphotos/*' },
      {
        Effect: 'Deny',
        Action: 'oss:*',
        Resource: 'acs:oss:*:*:*',
        Condition: { NotIpAddress: { 'acs:SourceIp': ['192.168.0.0/16', '172.16.0.0/12'] } },
      },
    ),
    checks: [
      oss('allow', 'GetObject', 'myphotos/x', { 'acs:SourceIp': '192.168.3.3' }),
      oss('allow', 'GetObject', 'myphotos/x', { 'acs:SourceIp': '172.16.0.1' }),
      oss('explicit_deny', 'GetObject', 'myphotos/x', { 'acs:SourceIp': '8.8.8.8' }),
    ],
  },
  {
    topic: 'OSS samples: access through a window of time',
    dialect: 'oss',
    policy: ramPolicy({
      Effect: 'Allow',
      Action: 'oss:PutObject',
      Resource: 'acs:oss:*:*:home/messages/turn_1.json',
      Condition: {
        DateGreaterThan: { 'acs:CurrentTime': '2026-11-21T16:00:00+00:00' },
        DateLessThan: { 'acs:CurrentTime': '2026-11-21T17:00:00+00:00' },
      },
    }),
    checks: [
      oss('allow', 'PutObject', 'home/messages/turn_1.json', { 'acs:CurrentTime': '2026-11-21T16:30:00Z' }),
      oss('allow', 'PutObject', 'home/messages/turn_1.json', {
        'acs:CurrentTime': '2026-11-22T00:30:00+08:00',
      }),
      oss('implicit_deny', 'PutObject', 'home/messages/turn_1.json', {
        'acs:CurrentTime': '2026-11-21T17:00:00Z',
      }),
      oss('implicit_deny', 'PutObject', 'home/messages/turn_1.json', {
        'acs:CurrentTime': '2026-11-21T16:00:00Z',
      }),
      oss('implicit_deny', 'PutObject', 'home/messages/turn_1.json.1', {
        'acs:CurrentTime': '2026-11-21T16:30:00Z',
      }),
    ],
  },
];
