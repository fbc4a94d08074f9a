import { s3, s3Policy, type VendorCase } from './vendor-case.ts';

const anyObject = 'arn:aws:s3:::home/*';

/** IAM policy language as AWS documents it for S3 and as MinIO's source and behaviour implement it. */
export const s3MinioCases: VendorCase[] = [
  {
    topic: 'MinIO: a bucket request is asked as "bucket/", so bucket/* grants bucket actions too',
    dialect: 's3',
    policy: s3Policy({ Effect: 'Allow', Action: ['s3:*'], Resource: [anyObject] }),
    checks: [
      s3('allow', 'GetObject', 'home/topics/t1/state.json'),
      s3('allow', 'ListBucket', 'home'),
      s3('allow', 'DeleteBucket', 'home'),
      s3('implicit_deny', 'ListBucket', 'home2'),
      s3('implicit_deny', 'GetObject', 'home2/x'),
    ],
  },
  {
    topic: 'S3: a bucket resource without a slash is the bucket, not its objects',
    dialect: 's3',
    policy: s3Policy({ Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::home' }),
    checks: [s3('allow', 'ListBucket', 'home'), s3('implicit_deny', 'GetObject', 'home/x')],
  },
  {
    topic: 'MinIO: who may put a key may put the key with a slash after it, and nothing below',
    dialect: 's3',
    policy: s3Policy({
      Effect: 'Allow',
      Action: 's3:PutObject',
      Resource: 'arn:aws:s3:::home/topics/t1/m.json',
    }),
    checks: [
      s3('allow', 'PutObject', 'home/topics/t1/m.json'),
      s3('allow', 'PutObject', 'home/topics/t1/m.json/'),
      s3('allow', 'PutObject', 'home/topics//t1/./m.json'),
      s3('allow', 'PutObject', 'home/topics/t2/../t1/m.json'),
      s3('implicit_deny', 'PutObject', 'home/topics/t1/m.json/..'),
      s3('implicit_deny', 'PutObject', 'home/topics/t1/m.json/x'),
      s3('implicit_deny', 'PutObject', 'home/topics/t1/m.jso'),
      s3('implicit_deny', 'PutObject', 'home/topics/t1/m.json.bak'),
      s3('implicit_deny', 'PutObject', 'home/topics/t1/M.json'),
      s3('implicit_deny', 'GetObject', 'home/topics/t1/m.json'),
    ],
  },
  {
    topic: 'MinIO: actions are compared with their case, wildcards allowed',
    dialect: 's3',
    policy: s3Policy({ Effect: 'Allow', Action: ['s3:Get*', 's3:PutObjec?'], Resource: anyObject }),
    checks: [
      s3('allow', 'GetObjectTagging', 'home/a'),
      s3('allow', 'PutObject', 'home/a'),
      s3('implicit_deny', 'getobject', 'home/a'),
      s3('implicit_deny', 'PutObjectTagging', 'home/a'),
    ],
  },
  {
    topic: 'S3: * and ? in a resource, across slashes',
    dialect: 's3',
    policy: s3Policy({
      Effect: 'Allow',
      Action: 's3:GetObject',
      Resource: 'arn:aws:s3:::home/t?/*/out.json',
    }),
    checks: [
      s3('allow', 'GetObject', 'home/t1/a/b/out.json'),
      s3('implicit_deny', 'GetObject', 'home/t10/a/out.json'),
      s3('implicit_deny', 'GetObject', 'home/t/a/out.json'),
      s3('implicit_deny', 'GetObject', 'home/t1/out.json'),
    ],
  },
  {
    topic: 'IAM evaluation: explicit deny over allow, deny by default, NotAction and NotResource',
    dialect: 's3',
    policy: s3Policy(
      { Sid: 'read', Effect: 'Allow', NotAction: 's3:DeleteObject', Resource: anyObject },
      { Sid: 'guard', Effect: 'Deny', Action: 's3:PutObject', NotResource: 'arn:aws:s3:::home/drafts/*' },
    ),
    checks: [
      s3('allow', 'GetObject', 'home/a'),
      s3('implicit_deny', 'DeleteObject', 'home/a'),
      s3('explicit_deny', 'PutObject', 'home/a'),
      s3('allow', 'PutObject', 'home/drafts/a'),
    ],
  },
  {
    topic: 'MinIO: a session policy narrows the parent user',
    dialect: 's3',
    policy: s3Policy({ Effect: 'Allow', Action: 's3:*', Resource: anyObject }),
    session: s3Policy({ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::*' }),
    checks: [
      s3('allow', 'GetObject', 'home/a'),
      s3('implicit_deny', 'PutObject', 'home/a'),
      s3('implicit_deny', 'GetObject', 'other/a'),
    ],
  },
  {
    topic: 'MinIO: an empty statement list grants nothing, also as a session policy',
    dialect: 's3',
    policy: s3Policy({ Effect: 'Allow', Action: 's3:*', Resource: '*' }),
    session: s3Policy(),
    checks: [s3('implicit_deny', 'GetObject', 'home/a'), s3('implicit_deny', 'ListBucket', 'home')],
  },
  {
    topic: 'S3 listing: ListBucket on the bucket, narrowed by s3:prefix; key names ignore case',
    dialect: 's3',
    policy: s3Policy({
      Effect: 'Allow',
      Action: 's3:ListBucket',
      Resource: 'arn:aws:s3:::home',
      Condition: { StringLike: { 's3:prefix': ['topics/t1/*'] }, Bool: { 'aws:SecureTransport': true } },
    }),
    checks: [
      s3('allow', 'ListBucket', 'home', { 's3:prefix': 'topics/t1/', 'aws:SecureTransport': 'true' }),
      s3('allow', 'ListBucket', 'home', { 'S3:Prefix': 'topics/t1/a', 'aws:securetransport': 'true' }),
      s3('implicit_deny', 'ListBucket', 'home', {
        's3:prefix': 'topics/t1/',
        'aws:SecureTransport': 'false',
      }),
      s3('implicit_deny', 'ListBucket', 'home', { 's3:prefix': 'topics/t1', 'aws:SecureTransport': 'true' }),
      s3('implicit_deny', 'ListBucket', 'home', {
        's3:prefix': 'topics/t10/',
        'aws:SecureTransport': 'true',
      }),
      s3('implicit_deny', 'ListBucket', 'home', { 'aws:SecureTransport': 'true' }),
    ],
  },
  {
    topic: 'IAM condition operators: a negated string or address holds when the key is absent',
    dialect: 's3',
    policy: s3Policy({
      Effect: 'Allow',
      Action: 's3:GetObject',
      Resource: anyObject,
      Condition: { StringNotEquals: { 's3:x-amz-acl': ['public-read', 'public-read-write'] } },
    }),
    checks: [
      s3('allow', 'GetObject', 'home/a'),
      s3('allow', 'GetObject', 'home/a', { 's3:x-amz-acl': 'private' }),
      s3('implicit_deny', 'GetObject', 'home/a', { 's3:x-amz-acl': 'public-read' }),
      s3('implicit_deny', 'GetObject', 'home/a', { 's3:x-amz-acl': 'public-read-write' }),
    ],
  },
  {
    topic: 'IAM condition operators: a negated address holds when the key is absent, an address does not',
    dialect: 's3',
    policy: s3Policy(
      {
        Effect: 'Allow',
        Action: 's3:GetObject',
        Resource: anyObject,
        Condition: { NotIpAddress: { 'aws:SourceIp': '10.0.0.0/8' } },
      },
      {
        Effect: 'Allow',
        Action: 's3:PutObject',
        Resource: anyObject,
        Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } },
      },
    ),
    checks: [
      s3('allow', 'GetObject', 'home/a'),
      s3('implicit_deny', 'GetObject', 'home/a', { 'aws:SourceIp': '10.0.0.1' }),
      s3('implicit_deny', 'PutObject', 'home/a'),
      s3('allow', 'PutObject', 'home/a', { 'aws:SourceIp': '10.0.0.1' }),
    ],
  },
  {
    topic: 'MinIO condition operators: a date or number needs its key',
    dialect: 's3',
    policy: s3Policy({
      Effect: 'Allow',
      Action: ['s3:GetObject', 's3:ListBucket'],
      Resource: anyObject,
      Condition: {
        DateNotEquals: { 'aws:CurrentTime': '2026-01-01T00:00:00Z' },
        NumericLessThanEquals: { 's3:max-keys': 100 },
      },
    }),
    checks: [
      s3('allow', 'ListBucket', 'home', { 's3:max-keys': '100', 'aws:CurrentTime': '2026-01-02T00:00:00Z' }),
      s3('implicit_deny', 'ListBucket', 'home', {
        's3:max-keys': '101',
        'aws:CurrentTime': '2026-01-02T00:00:00Z',
      }),
      s3('implicit_deny', 'ListBucket', 'home', {
        's3:max-keys': '100',
        'aws:CurrentTime': '2026-01-01T01:00:00+01:00',
      }),
      s3('implicit_deny', 'ListBucket', 'home', { 's3:max-keys': '100' }),
    ],
  },
];
