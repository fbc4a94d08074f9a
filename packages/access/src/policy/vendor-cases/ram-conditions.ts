import { oss, ramPolicy, type VendorCase, type VendorCheck } from './vendor-case.ts';

function condition(topic: string, block: object, checks: VendorCheck[]): VendorCase {
  return {
    topic: `RAM conditional operators: ${topic}`,
    dialect: 'oss',
    policy: ramPolicy({
      Effect: 'Allow',
      Action: 'oss:GetObject',
      Resource: 'acs:oss:*:*:photos/*',
      Condition: block,
    }),
    checks,
  };
}

function on(key: string, expected: 'allow' | 'implicit_deny', value?: string): VendorCheck {
  return oss(expected, 'GetObject', 'photos/a.jpg', value === undefined ? {} : { [key]: value });
}

const TAG = 'acs:ResourceTag/team';
const TIME = 'acs:CurrentTime';
const NUMBER = 'oss:x-oss-size';
const ADDRESS = 'acs:SourceIp';
const SECURE = 'acs:SecureTransport';
const FIVE_O_CLOCK = '2019-08-12T17:00:00+08:00';

/** Alibaba RAM: conditional operators, one case per operator, and how conditions combine. */
export const ramConditionCases: VendorCase[] = [
  condition('StringEquals is exact', { StringEquals: { [TAG]: ['dev', 'test'] } }, [
    on(TAG, 'allow', 'dev'),
    on(TAG, 'allow', 'test'),
    on(TAG, 'implicit_deny', 'Dev'),
    on(TAG, 'implicit_deny', 'develop'),
    on(TAG, 'implicit_deny'),
  ]),
  condition('StringEquals does not know wildcards', { StringEquals: { [TAG]: 'dev*' } }, [
    on(TAG, 'implicit_deny', 'develop'),
    on(TAG, 'allow', 'dev*'),
  ]),
  condition('StringNotEquals holds when no value is equal', { StringNotEquals: { [TAG]: ['dev', 'test'] } }, [
    on(TAG, 'allow', 'prod'),
    on(TAG, 'allow', 'DEV'),
    on(TAG, 'implicit_deny', 'dev'),
    on(TAG, 'implicit_deny', 'test'),
    on(TAG, 'implicit_deny'),
  ]),
  condition('StringEqualsIgnoreCase', { StringEqualsIgnoreCase: { [TAG]: 'Dev' } }, [
    on(TAG, 'allow', 'dEV'),
    on(TAG, 'implicit_deny', 'devs'),
  ]),
  condition('StringNotEqualsIgnoreCase', { StringNotEqualsIgnoreCase: { [TAG]: 'Dev' } }, [
    on(TAG, 'implicit_deny', 'DEV'),
    on(TAG, 'allow', 'prod'),
  ]),
  condition('StringLike: * is any run, ? one character, case counts', { StringLike: { [TAG]: 'a?c*' } }, [
    on(TAG, 'allow', 'abc'),
    on(TAG, 'allow', 'abcdef'),
    on(TAG, 'implicit_deny', 'ac'),
    on(TAG, 'implicit_deny', 'Abc'),
    on(TAG, 'implicit_deny', 'xabc'),
    on(TAG, 'allow', 'a😀c'),
    on(TAG, 'allow', 'a字c'),
  ]),
  condition('StringNotLike', { StringNotLike: { [TAG]: ['dev*', 'test*'] } }, [
    on(TAG, 'implicit_deny', 'develop'),
    on(TAG, 'implicit_deny', 'tester'),
    on(TAG, 'allow', 'prod'),
  ]),
  condition('NumericLessThan compares numbers, not text', { NumericLessThan: { [NUMBER]: '100' } }, [
    on(NUMBER, 'allow', '99'),
    on(NUMBER, 'allow', '20'),
    on(NUMBER, 'implicit_deny', '100'),
    on(NUMBER, 'implicit_deny', '1000'),
    on(NUMBER, 'implicit_deny', 'many'),
    on(NUMBER, 'implicit_deny'),
  ]),
  condition('NumericLessThanEquals', { NumericLessThanEquals: { [NUMBER]: '100' } }, [
    on(NUMBER, 'allow', '100'),
    on(NUMBER, 'implicit_deny', '101'),
  ]),
  condition('NumericGreaterThan', { NumericGreaterThan: { [NUMBER]: '9' } }, [
    on(NUMBER, 'allow', '10'),
    on(NUMBER, 'implicit_deny', '9'),
  ]),
  condition('NumericGreaterThanEquals', { NumericGreaterThanEquals: { [NUMBER]: '9' } }, [
    on(NUMBER, 'allow', '9'),
    on(NUMBER, 'implicit_deny', '8'),
  ]),
  condition('NumericEquals', { NumericEquals: { [NUMBER]: '7' } }, [
    on(NUMBER, 'allow', '7'),
    on(NUMBER, 'implicit_deny', '70'),
  ]),
  condition('NumericNotEquals', { NumericNotEquals: { [NUMBER]: '7' } }, [
    on(NUMBER, 'allow', '8'),
    on(NUMBER, 'implicit_deny', '7'),
    on(NUMBER, 'implicit_deny', 'many'),
  ]),
  condition('DateLessThan compares moments across offsets', { DateLessThan: { [TIME]: FIVE_O_CLOCK } }, [
    on(TIME, 'allow', '2019-08-12T16:59:59+08:00'),
    on(TIME, 'implicit_deny', '2019-08-12T17:00:00+08:00'),
    on(TIME, 'allow', '2019-08-12T08:59:59Z'),
    on(TIME, 'implicit_deny', '2019-08-12T09:00:00Z'),
    on(TIME, 'implicit_deny', '2019-08-12T10:00:00Z'),
    on(TIME, 'allow', '2019-08-12T17:30:00+09:00'),
    on(TIME, 'implicit_deny', 'yesterday'),
    on(TIME, 'implicit_deny'),
  ]),
  condition('DateLessThanEquals', { DateLessThanEquals: { [TIME]: FIVE_O_CLOCK } }, [
    on(TIME, 'allow', '2019-08-12T09:00:00Z'),
    on(TIME, 'implicit_deny', '2019-08-12T09:00:01Z'),
  ]),
  condition('DateGreaterThan', { DateGreaterThan: { [TIME]: FIVE_O_CLOCK } }, [
    on(TIME, 'allow', '2019-08-12T09:00:01Z'),
    on(TIME, 'implicit_deny', '2019-08-12T09:00:00Z'),
  ]),
  condition('DateGreaterThanEquals', { DateGreaterThanEquals: { [TIME]: FIVE_O_CLOCK } }, [
    on(TIME, 'allow', '2019-08-12T09:00:00Z'),
    on(TIME, 'implicit_deny', '2019-08-12T08:59:59Z'),
  ]),
  condition('DateEquals', { DateEquals: { [TIME]: FIVE_O_CLOCK } }, [
    on(TIME, 'allow', '2019-08-12T09:00:00Z'),
    on(TIME, 'implicit_deny', '2019-08-12T09:00:01Z'),
  ]),
  condition('DateNotEquals', { DateNotEquals: { [TIME]: FIVE_O_CLOCK } }, [
    on(TIME, 'allow', '2019-08-12T09:00:01Z'),
    on(TIME, 'implicit_deny', '2019-08-12T09:00:00Z'),
    on(TIME, 'implicit_deny', 'yesterday'),
    on(TIME, 'implicit_deny', '2019-02-29T09:00:00Z'),
    on(TIME, 'allow', '2020-02-29T09:00:00Z'),
  ]),
  condition('Bool', { Bool: { [SECURE]: 'true' } }, [
    on(SECURE, 'allow', 'true'),
    on(SECURE, 'implicit_deny', 'false'),
    on(SECURE, 'implicit_deny'),
  ]),
  condition('NotIpAddress', { NotIpAddress: { [ADDRESS]: '10.0.0.0/8' } }, [
    on(ADDRESS, 'allow', '11.0.0.1'),
    on(ADDRESS, 'implicit_deny', '10.0.0.1'),
    on(ADDRESS, 'implicit_deny', 'somewhere'),
    on(ADDRESS, 'implicit_deny'),
  ]),
  condition('the name of a condition key is one spelling', { StringEquals: { [TAG]: 'dev' } }, [
    oss('implicit_deny', 'GetObject', 'photos/a.jpg', { 'acs:resourcetag/team': 'dev' }),
  ]),
  condition('IpAddress', { IpAddress: { [ADDRESS]: ['192.168.0.0/16', '203.0.113.7'] } }, [
    on(ADDRESS, 'allow', '192.168.255.1'),
    on(ADDRESS, 'allow', '203.0.113.7'),
    on(ADDRESS, 'implicit_deny', '192.169.0.1'),
    on(ADDRESS, 'implicit_deny', '203.0.113.8'),
    on(ADDRESS, 'implicit_deny', '2001:db8::1'),
  ]),
  condition('IpAddress with IPv6', { IpAddress: { [ADDRESS]: '2001:db8::/32' } }, [
    on(ADDRESS, 'allow', '2001:DB8:1::5'),
    on(ADDRESS, 'implicit_deny', '2001:db9::1'),
  ]),
  condition('IpAddress with IPv4 inside IPv6', { IpAddress: { [ADDRESS]: '::ffff:10.0.0.0/104' } }, [
    on(ADDRESS, 'allow', '::ffff:10.0.0.1'),
    on(ADDRESS, 'allow', '::FFFF:a00:1'),
    on(ADDRESS, 'implicit_deny', '::ffff:11.0.0.1'),
    on(ADDRESS, 'implicit_deny', '10.0.0.1'),
    on(ADDRESS, 'implicit_deny', '::ffff:10.0.0'),
  ]),
  condition(
    'several operators and several keys must all hold',
    {
      StringEquals: { [TAG]: 'dev', 'acs:ResourceTag/stage': 'beta' },
      Bool: { [SECURE]: 'true' },
    },
    [
      oss('allow', 'GetObject', 'photos/a.jpg', {
        [TAG]: 'dev',
        'acs:ResourceTag/stage': 'beta',
        [SECURE]: 'true',
      }),
      oss('implicit_deny', 'GetObject', 'photos/a.jpg', {
        [TAG]: 'dev',
        'acs:ResourceTag/stage': 'beta',
        [SECURE]: 'false',
      }),
      oss('implicit_deny', 'GetObject', 'photos/a.jpg', {
        [TAG]: 'dev',
        'acs:ResourceTag/stage': 'live',
        [SECURE]: 'true',
      }),
      oss('implicit_deny', 'GetObject', 'photos/a.jpg', { [TAG]: 'dev', [SECURE]: 'true' }),
    ],
  ),
];
