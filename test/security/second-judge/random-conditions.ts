import fc from 'fast-check';
import { one, oneOrMore, sometimes, weighted } from './even-choice.ts';

/** Values that often collide, at their limits and in several spellings. */
const texts = [
  '',
  'a',
  'A',
  'ab',
  'a/b',
  'a/b/',
  'a/B/',
  'topics/',
  'topics/t1/',
  'topics/t10/',
  '*',
  'a?',
  '字',
  '😀',
  'a😀b',
];
const patterns = [
  ...texts,
  'a*',
  '*b',
  'a/?',
  'a?b',
  '?',
  '??',
  'topics/*',
  'topics/t1/*',
  'topics/t?/',
  'a**b/',
  'A*',
];
const numbers = ['0', '-0', '1', '1.0', '01', '+1', '-1', '9', '10', '99.5', '100', '100.25', '1000'];
const moments = [
  '2026-11-21T17:00:00+00:00',
  '2026-11-21T17:00:00Z',
  '2026-11-22T01:00:00+08:00',
  '2026-11-21T16:59:59.999Z',
  '2026-11-21T17:00:00.001Z',
  '2026-11-21T11:30:00-05:30',
  '2026-02-28T23:59:59Z',
  '2028-02-29T00:00:00Z',
  '2026-12-31T23:59:59-00:30',
  '2027-01-01T00:00:00Z',
];
const truths = ['true', 'false', 'True', 'FALSE'];
const addresses = [
  '10.0.0.1',
  '10.0.255.255',
  '192.168.3.3',
  '172.16.0.1',
  '172.31.255.255',
  '172.32.0.0',
  '255.255.255.255',
  '::1',
  '2001:db8::1',
  '2001:DB8:0:1::5',
  '::ffff:10.0.0.1',
];
const networks = [
  ...addresses,
  '0.0.0.0/0',
  '10.0.0.0/8',
  '10.0.0.77/31',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '2001:db8::/32',
  '2001:db8::/64',
  '::/0',
  '::/1',
];

interface Family {
  keys: string[];
  operators: string[];
  values: string[];
  actual: string[];
  /** Values that are invalid for this family. */
  broken: string[];
}

const ordered = ['Equals', 'NotEquals', 'LessThan', 'LessThanEquals', 'GreaterThan', 'GreaterThanEquals'];
const families: Family[] = [
  {
    keys: ['oss:Prefix', 'oss:Delimiter', 'acs:ResourceTag/team'],
    operators: ['Equals', 'NotEquals', 'EqualsIgnoreCase', 'NotEqualsIgnoreCase', 'Like', 'NotLike'].map(
      (name) => `String${name}`,
    ),
    values: patterns,
    actual: texts,
    broken: [['$', '{oss:Prefix}'].join('')],
  },
  {
    keys: ['oss:x-oss-size', 'oss:max-keys'],
    operators: ordered.map((name) => `Numeric${name}`),
    values: numbers,
    actual: [...numbers, 'many', '', '1e3', '1.'],
    broken: ['many', '', '1e3', '.5', ' 1'],
  },
  {
    keys: ['acs:CurrentTime'],
    operators: ordered.map((name) => `Date${name}`),
    values: moments,
    actual: [...moments, 'yesterday', '2026-11-21'],
    broken: [
      '2026-11-21',
      '2026-11-21T17:00:00',
      '2026-02-30T00:00:00Z',
      '2026-11-21T25:00:00Z',
      '2026-11-21T17:00:00+24:00',
    ],
  },
  {
    keys: ['acs:SecureTransport', 'acs:MFAPresent'],
    operators: ['Bool'],
    values: truths,
    actual: [...truths, 'yes'],
    broken: ['yes', '', '1'],
  },
  {
    keys: ['acs:SourceIp'],
    operators: ['IpAddress', 'NotIpAddress'],
    values: networks,
    actual: [...addresses, 'localhost', '10.0.0.0/8', '1.2.3'],
    broken: [
      '10.0.0.0/33',
      '10.0.0',
      '010.0.0.1',
      '::1/129',
      '1:2',
      'localhost',
      '10.0.0.0/255.0.0.0',
      '10.0.0.0/',
    ],
  },
];

const oneOperator = one(families).chain(({ keys, operators, values }) =>
  fc.tuple(one(operators), fc.dictionary(one(keys), oneOrMore(one(values), 3), { minKeys: 1, maxKeys: 2 })),
);

/** Condition of a statement: up to three operators, each on up to two keys. */
export const conditionArbitrary = fc
  .array(oneOperator, { minLength: 1, maxLength: 3 })
  .map((operators) => Object.fromEntries(operators));

const brokenShapes: (object | string)[] = [
  {},
  { StringEquals: {} },
  { StringEquals: { 'oss:Prefix': [] } },
  { StringEquals: { Prefix: 'a' } },
  { StringEquals: { 'aws:Prefix': 'a' } },
  { StringEquals: { 'oss:': 'a' } },
  { NumericEquals: { 'oss:x-oss-size': 1 } },
  { stringEquals: { 'oss:Prefix': 'a' } },
  { StringMatches: { 'oss:Prefix': 'a' } },
  { 'ForAnyValue:StringLike': { 'oss:Prefix': 'a' } },
  { constructor: { 'oss:Prefix': 'a' } },
  { StringEquals: 'oss:Prefix' },
  'StringEquals',
];

/** Generates a condition that makes its document invalid. */
export const brokenConditionArbitrary = weighted<object | string>(
  {
    weight: 1,
    arbitrary: one(families).chain(({ keys, operators, broken }) =>
      fc
        .tuple(one(operators), one(keys), one(broken))
        .map(([operator, key, value]) => ({ [operator]: { [key]: value } })),
    ),
  },
  { weight: 1, arbitrary: one(brokenShapes) },
);

/** Context of a request: values for most keys, readable or not. */
export const contextArbitrary: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    ...families.flatMap(({ keys, actual }) =>
      keys.map((key) => sometimes(80, fc.tuple(fc.constant(key), one(actual)))),
    ),
  )
  .map((entries) => Object.fromEntries(entries.filter((entry) => entry !== null)));
