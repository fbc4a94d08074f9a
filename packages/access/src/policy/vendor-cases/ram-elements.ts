import { oss, ramPolicy, type VendorCase } from './vendor-case.ts';

/** Alibaba RAM: policy elements, policy structure and syntax, evaluation logic. */
export const ramElementCases: VendorCase[] = [
  {
    topic: 'RAM policy elements: Action takes one value or a list, wildcards, and ignores case',
    dialect: 'oss',
    policy: ramPolicy({
      Effect: 'Allow',
      Action: ['oss:Get*', 'oss:PutObjec?'],
      Resource: 'acs:oss:*:*:photos/*',
    }),
    checks: [
      oss('allow', 'GetObject', 'photos/a.jpg'),
      oss('allow', 'GetObjectAcl', 'photos/a.jpg'),
      oss('allow', 'getobject', 'photos/a.jpg'),
      oss('allow', 'GETOBJECT', 'photos/a.jpg'),
      oss('allow', 'PutObject', 'photos/a.jpg'),
      oss('implicit_deny', 'PutObjectAcl', 'photos/a.jpg'),
      oss('implicit_deny', 'PutObjec', 'photos/a.jpg'),
      oss('implicit_deny', 'DeleteObject', 'photos/a.jpg'),
      oss('implicit_deny', 'ForgetObject', 'photos/a.jpg'),
    ],
  },
  {
    topic: 'RAM policy elements: NotAction covers every action it does not name',
    dialect: 'oss',
    policy: ramPolicy({
      Effect: 'Allow',
      NotAction: ['oss:Delete*', 'oss:PutBucket*'],
      Resource: 'acs:oss:*:*:photos/*',
    }),
    checks: [
      oss('allow', 'GetObject', 'photos/a.jpg'),
      oss('allow', 'PutObject', 'photos/a.jpg'),
      oss('implicit_deny', 'DeleteObject', 'photos/a.jpg'),
      oss('implicit_deny', 'deleteobject', 'photos/a.jpg'),
    ],
  },
  {
    topic: 'RAM policy structure and syntax: NotResource covers every resource it does not name',
    dialect: 'oss',
    policy: ramPolicy(
      { Effect: 'Allow', Action: 'oss:GetObject', Resource: '*' },
      { Effect: 'Deny', Action: 'oss:*', NotResource: ['acs:oss:*:*:photos', 'acs:oss:*:*:photos/*'] },
    ),
    checks: [
      oss('allow', 'GetObject', 'photos/a.jpg'),
      oss('explicit_deny', 'GetObject', 'secrets/a.jpg'),
      oss('explicit_deny', 'GetObject', 'photos2/a.jpg'),
      oss('implicit_deny', 'ListObjects', 'photos'),
    ],
  },
  {
    topic: 'RAM policy elements: Resource is acs:service:region:account:relative-id, case-sensitive',
    dialect: 'oss',
    policy: ramPolicy({
      Effect: 'Allow',
      Action: 'oss:GetObject',
      Resource: 'acs:oss:oss-cn-hangzhou:1234567890:photos/2015/a.jpg',
    }),
    checks: [
      oss('allow', 'GetObject', 'photos/2015/a.jpg'),
      oss('implicit_deny', 'GetObject', 'photos/2015/A.jpg'),
      oss('implicit_deny', 'GetObject', 'photos/2015/a.jpg.bak'),
      oss('implicit_deny', 'GetObject', 'photos/2015/a.jpg/'),
      oss('implicit_deny', 'GetObject', 'photos/2015/'),
      {
        action: 'oss:GetObject',
        resource: 'acs:oss:oss-cn-beijing:1234567890:photos/2015/a.jpg',
        context: {},
        expected: 'implicit_deny',
      },
      {
        action: 'oss:GetObject',
        resource: 'acs:oss:oss-cn-hangzhou:999:photos/2015/a.jpg',
        context: {},
        expected: 'implicit_deny',
      },
    ],
  },
  {
    topic: 'RAM policy elements: a wildcard in one segment stays in that segment',
    dialect: 'oss',
    policy: ramPolicy({ Effect: 'Allow', Action: 'oss:GetObject', Resource: 'acs:oss:*:*:a/*' }),
    checks: [
      oss('allow', 'GetObject', 'a/b'),
      oss('implicit_deny', 'GetObject', 'b:a/c'),
      oss('implicit_deny', 'GetObject', 'b/x:y:a/c'),
    ],
  },
  {
    topic: 'RAM policy evaluation: nothing is allowed unless a statement allows it',
    dialect: 'oss',
    policy: ramPolicy({ Effect: 'Allow', Action: 'ecs:*', Resource: '*' }),
    checks: [oss('implicit_deny', 'GetObject', 'photos/a.jpg'), oss('implicit_deny', 'ListBuckets', '*')],
  },
  {
    topic: 'RAM policy evaluation: an explicit deny wins, in whatever order the statements stand',
    dialect: 'oss',
    policy: ramPolicy(
      { Effect: 'Deny', Action: 'oss:*', Resource: 'acs:oss:*:*:photos/private/*' },
      { Effect: 'Allow', Action: ['oss:*'], Resource: ['acs:oss:*:*:photos', 'acs:oss:*:*:photos/*'] },
      { Effect: 'Deny', Action: 'oss:DeleteObject', Resource: '*' },
    ),
    checks: [
      oss('allow', 'GetObject', 'photos/public/a.jpg'),
      oss('explicit_deny', 'GetObject', 'photos/private/a.jpg'),
      oss('explicit_deny', 'DeleteObject', 'photos/public/a.jpg'),
      oss('explicit_deny', 'DeleteObject', 'elsewhere/a.jpg'),
      oss('implicit_deny', 'GetObject', 'elsewhere/a.jpg'),
    ],
  },
  {
    topic: 'STS AssumeRole: the credential may do what role policy and session policy both allow',
    dialect: 'oss',
    policy: ramPolicy(
      { Effect: 'Allow', Action: ['oss:GetObject', 'oss:PutObject'], Resource: 'acs:oss:*:*:home/*' },
      { Effect: 'Deny', Action: 'oss:PutObject', Resource: 'acs:oss:*:*:home/platform/*' },
    ),
    session: ramPolicy(
      { Effect: 'Allow', Action: ['oss:GetObject', 'oss:DeleteObject'], Resource: 'acs:oss:*:*:home/t1/*' },
      { Effect: 'Allow', Action: 'oss:PutObject', Resource: 'acs:oss:*:*:home/*' },
      { Effect: 'Deny', Action: '*', Resource: 'acs:oss:*:*:home/t1/secret' },
    ),
    checks: [
      oss('allow', 'GetObject', 'home/t1/a'),
      oss('implicit_deny', 'GetObject', 'home/t2/a'),
      oss('implicit_deny', 'DeleteObject', 'home/t1/a'),
      oss('allow', 'PutObject', 'home/t2/a'),
      oss('explicit_deny', 'GetObject', 'home/t1/secret'),
      oss('explicit_deny', 'PutObject', 'home/platform/keys.json'),
      oss('implicit_deny', 'PutObject', 'other/t1/a'),
    ],
  },
];
