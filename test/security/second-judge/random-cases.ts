import fc from 'fast-check';
import type { JudgedCase } from './ask-judge.ts';
import { one, oneOrMore, sometimes, weighted } from './even-choice.ts';
import { brokenConditionArbitrary, conditionArbitrary, contextArbitrary } from './random-conditions.ts';

const asked = [
  'oss:GetObject',
  'oss:PutObject',
  'oss:ListObjects',
  'oss:DeleteObject',
  'oss:getobject',
  'oss:GetObjectAcl',
];
const actions = [
  ...asked,
  '*',
  'oss:*',
  'oss:Get*',
  'OSS:Put*',
  'oss:*Object',
  'oss:?etObject',
  'oss:List?bjects',
  'ecs:*',
];
const places = [
  'home',
  'home/',
  'home/a',
  'home/A',
  'home/a/',
  'home/a/b',
  'home/topics/t1/state.json',
  'home/topics/t10/state.json',
  'home/topics/t1/messages/ada/m1.json',
  'home/x:y',
  'b:home/a',
  'home/x:home/a',
  'home/😀',
  'home/字',
  'home/a*',
  'home2/a',
  '*',
];
const placePatterns = [
  ...places,
  'home/*',
  'home*',
  'home/a?b',
  'home/a??',
  'home/?',
  'home/topics/t1/*',
  'home/topics/t1*',
  'home/topics/t1/messages/ada/*',
  'home/*.json',
  'home/**/m1.json',
  '*/a',
];
const regions = ['oss-cn-hangzhou', 'oss-cn-beijing', ''];
const accounts = ['1234567890', '999'];
const named = (region: fc.Arbitrary<string>, account: fc.Arbitrary<string>, place: fc.Arbitrary<string>) =>
  fc.tuple(region, account, place).map((parts) => `acs:oss:${parts.join(':')}`);

const resourcePattern = weighted(
  {
    weight: 12,
    arbitrary: named(
      one(['*', '*', '*', 'oss-cn-*', ...regions]),
      one(['*', '*', '*', '1?34*', ...accounts]),
      one(placePatterns),
    ),
  },
  { weight: 1, arbitrary: one(['*', 'acs:ram:*:*:role/agent', 'acs:ram:*:*:*']) },
);

const requestResource = weighted(
  { weight: 20, arbitrary: named(one(regions), one(accounts), one(places)) },
  { weight: 1, arbitrary: one(['acs:ram::1234567890:role/agent', 'arn:aws:s3:::home/a', 'home/a', '']) },
);

const effect = weighted(
  { weight: 3, arbitrary: fc.constant('Allow') },
  { weight: 1, arbitrary: fc.constant('Deny') },
);
const either = <Value>(name: string, value: fc.Arbitrary<Value>) =>
  fc.tuple(one([name, name, name, `Not${name}`]), value).map(([element, given]) => ({ [element]: given }));

const statement = fc
  .tuple(
    effect,
    either('Action', oneOrMore(one(actions), 4)),
    either('Resource', oneOrMore(resourcePattern, 4)),
    sometimes(50, conditionArbitrary),
  )
  .map(([Effect, action, resource, Condition]): object => ({
    Effect,
    ...action,
    ...resource,
    ...(Condition !== null && { Condition }),
  }));

/** Statement faults outside the grammar, each added to an otherwise valid statement. */
const flaws: object[] = [
  { Effect: 'allow' },
  { Effect: undefined },
  { Action: [] },
  { Action: 'GetObject' },
  { Action: ['oss:GetObject', 7] },
  { Action: 'oss:Get Object' },
  { Action: undefined },
  { NotAction: 'oss:PutObject' },
  { NotResource: '*' },
  { Resource: undefined },
  { Resource: [] },
  { Resource: 'home/*' },
  { Resource: 'acs:oss:*:home/*' },
  { Resource: 'acs:oss:*:*:' },
  { Resource: 'arn:aws:s3:::home/*' },
  { Resource: ['acs:oss:*:*:home/', ['$', '{acs:user}'].join('')].join('') },
  { Principal: ['*'] },
  { Sid: 'one' },
  { Conditions: {} },
];
const broken = weighted<object>(
  { weight: 1, arbitrary: brokenConditionArbitrary.map((Condition) => ({ Condition })) },
  { weight: 1, arbitrary: one(flaws) },
);
const brokenStatement = broken.map((flaw) => ({
  Effect: 'Allow',
  Action: 'oss:GetObject',
  Resource: 'acs:oss:*:*:home/*',
  ...flaw,
}));

const written = (statements: object[]) => JSON.stringify({ Version: '1', Statement: statements });
const valid = fc.array(statement, { maxLength: 5 }).map(written);
const invalid = weighted(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.array(statement, { maxLength: 2 }), brokenStatement)
      .map(([rest, flaw]) => written([...rest, flaw])),
  },
  {
    weight: 1,
    arbitrary: one([
      '',
      '[]',
      '{}',
      '{"Version":"1"}',
      '{"Version":1,"Statement":[]}',
      '{"Version":"2012-10-17","Statement":[]}',
      '{"Version":"1","Statement":{}}',
      '{"Version":"1","Statement":[],"Comment":"x"}',
      '{"Version":"1","Statement":[7]}',
      '{"Version":"1","Statement":[{"Effect":"Deny","Effect":"Allow","Action":"*","Resource":"*"}]}',
    ]),
  },
);

/** Generates documents of every element and operator, and requests that nearly match them. */
export const randomCase = (requests: number): fc.Arbitrary<JudgedCase> =>
  fc.record({
    role: weighted({ weight: 19, arbitrary: valid }, { weight: 1, arbitrary: invalid }),
    session: sometimes(50, valid),
    requests: fc.array(
      fc.record({ action: one(asked), resource: requestResource, context: contextArbitrary }),
      { minLength: requests, maxLength: requests },
    ),
  });
