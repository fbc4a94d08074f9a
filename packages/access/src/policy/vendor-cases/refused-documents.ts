import { type RefusedDocument, ramPolicy, s3Policy } from './vendor-case.ts';

const ramStatement = { Effect: 'Allow', Action: 'oss:GetObject', Resource: 'acs:oss:*:*:b/*' };
const VARIABLE = ['$', '{aws:username}'].join('');
const s3Statement = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/*' };

function ram(topic: string, code: RefusedDocument['code'], change: object): RefusedDocument {
  return { topic, dialect: 'oss', code, text: JSON.stringify(ramPolicy({ ...ramStatement, ...change })) };
}

function s3(topic: string, code: RefusedDocument['code'], change: object): RefusedDocument {
  return { topic, dialect: 's3', code, text: JSON.stringify(s3Policy({ ...s3Statement, ...change })) };
}

/** Documents outside the grammar, or that we cannot read with certainty. */
export const refusedDocuments: RefusedDocument[] = [
  { topic: 'no JSON', dialect: 'oss', code: 'malformed_json', text: '{"Version":"1",' },
  {
    topic: 'a member twice, once to be read and once to be obeyed',
    dialect: 'oss',
    code: 'malformed_json',
    text: '{"Version":"1","Statement":[{"Effect":"Deny","Effect":"Allow","Action":"*","Resource":"*"}]}',
  },
  { topic: 'an array', dialect: 'oss', code: 'malformed_policy', text: '[]' },
  { topic: 'null', dialect: 'oss', code: 'malformed_policy', text: 'null' },
  { topic: 'a text', dialect: 'oss', code: 'malformed_policy', text: '"Allow"' },
  { topic: 'a number', dialect: 's3', code: 'malformed_policy', text: '1' },
  {
    topic: 'a statement that is nothing',
    dialect: 'oss',
    code: 'malformed_policy',
    text: '{"Version":"1","Statement":[null]}',
  },
  { topic: 'nothing in it', dialect: 's3', code: 'unsupported_version', text: '{}' },
  { topic: 'no statement list', dialect: 'oss', code: 'malformed_policy', text: '{"Version":"1"}' },
  {
    topic: 'a statement outside a list',
    dialect: 'oss',
    code: 'malformed_policy',
    text: '{"Version":"1","Statement":{}}',
  },
  {
    topic: 'the version of the other dialect',
    dialect: 'oss',
    code: 'unsupported_version',
    text: JSON.stringify(s3Policy(ramStatement)),
  },
  {
    topic: 'the version of the other dialect',
    dialect: 's3',
    code: 'unsupported_version',
    text: JSON.stringify(ramPolicy(s3Statement)),
  },
  {
    topic: 'a version as a number',
    dialect: 'oss',
    code: 'unsupported_version',
    text: JSON.stringify({ ...ramPolicy(ramStatement), Version: 1 }),
  },
  {
    topic: 'a field of its own',
    dialect: 'oss',
    code: 'unknown_field',
    text: JSON.stringify({ ...ramPolicy(ramStatement), Comment: 'x' }),
  },
  ram('a principal, which only resource policies have', 'unknown_field', { Principal: ['*'] }),
  ram('a misspelt restriction', 'unknown_field', { Conditions: {} }),
  s3('a principal, which only resource policies have', 'unknown_field', { Principal: '*' }),
  ram('no such effect', 'malformed_policy', { Effect: 'allow' }),
  ram('Action beside NotAction', 'malformed_policy', { NotAction: 'oss:PutObject' }),
  ram('neither Action nor NotAction', 'malformed_policy', { Action: undefined }),
  ram('an empty action list', 'malformed_policy', { Action: [] }),
  ram('an action that is no string', 'malformed_policy', { Action: [7] }),
  ram('an action without a service', 'invalid_action', { Action: 'GetObject' }),
  ram('an action without a service beside one with it', 'invalid_action', {
    Action: ['oss:GetObject', 'GetObject'],
  }),
  ram('a statement’s name, which RAM does not have', 'unknown_field', { Sid: 'read' }),
  s3('an action of another service', 'invalid_action', { Action: 'sts:AssumeRole' }),
  ram('Resource beside NotResource', 'malformed_policy', { NotResource: 'acs:oss:*:*:c' }),
  ram('a resource with a segment missing', 'invalid_resource', { Resource: 'acs:oss:*:b/*' }),
  ram('a resource of the other dialect beside one of its own', 'invalid_resource', {
    Resource: ['acs:oss:*:*:b/*', 'arn:aws:s3:::b/*'],
  }),
  ram('a resource of the other dialect', 'invalid_resource', { Resource: 'arn:aws:s3:::b/*' }),
  s3('a resource that starts with a slash', 'invalid_resource', { Resource: 'arn:aws:s3:::/b' }),
  s3('a resource that names nothing', 'invalid_resource', { Resource: 'arn:aws:s3:::' }),
  s3('a policy variable', 'unsupported_variable', { Resource: `arn:aws:s3:::b/${VARIABLE}/*` }),
  s3('a policy variable in a condition', 'unsupported_variable', {
    Condition: { StringLike: { 's3:prefix': `${VARIABLE}/*` } },
  }),
  ram('an operator that does not exist', 'unknown_operator', {
    Condition: { StringMatches: { 'oss:Prefix': 'a' } },
  }),
  ram('an inherited property as operator', 'unknown_operator', {
    Condition: { constructor: { 'oss:Prefix': 'a' } },
  }),
  s3('a qualifier', 'unknown_operator', { Condition: { 'ForAnyValue:StringLike': { 's3:prefix': 'a' } } }),
  ram('an empty condition', 'malformed_policy', { Condition: {} }),
  ram('an operator on nothing', 'malformed_policy', { Condition: { StringEquals: {} } }),
  ram('a condition without values', 'malformed_policy', {
    Condition: { StringEquals: { 'oss:Prefix': [] } },
  }),
  ram('a number that is not quoted', 'malformed_policy', {
    Condition: { NumericEquals: { 'oss:x-oss-size': 1 } },
  }),
  ram('a key outside the known name spaces', 'invalid_condition_key', {
    Condition: { StringEquals: { Prefix: 'a' } },
  }),
  s3('a key of the other dialect', 'invalid_condition_key', {
    Condition: { StringEquals: { 'oss:Prefix': 'a' } },
  }),
  ram('a date without an offset', 'invalid_condition_value', {
    Condition: { DateLessThan: { 'acs:CurrentTime': '2026-11-21T17:00:00' } },
  }),
  ram('a day that does not exist', 'invalid_condition_value', {
    Condition: { DateLessThan: { 'acs:CurrentTime': '2026-02-30T17:00:00Z' } },
  }),
  ram('a number that is none', 'invalid_condition_value', {
    Condition: { NumericEquals: { 'oss:x-oss-size': 'many' } },
  }),
  ram('a number that is none beside one', 'invalid_condition_value', {
    Condition: { NumericEquals: { 'oss:x-oss-size': ['1', 'many'] } },
  }),
  s3('an object as a value', 'malformed_policy', { Condition: { StringEquals: { 's3:prefix': {} } } }),
  ...['yes', 'truex', 'xtrue'].map((value) =>
    ram(`a boolean that is none: ${value}`, 'invalid_condition_value', {
      Condition: { Bool: { 'acs:SecureTransport': value } },
    }),
  ),
  ram('an address that is none', 'invalid_condition_value', {
    Condition: { IpAddress: { 'acs:SourceIp': '10.0.0.0/33' } },
  }),
];
