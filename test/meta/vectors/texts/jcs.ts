import { canonicalJson, type JsonValue } from '@agent-home/protocol';
import { getDouble, rfcNumbers } from '../../../../packages/protocol/src/testing/rfc-8785.ts';
import { getOutcome, type VectorCase, type VectorKind } from '../form/vector.ts';

/** A value as JSON text for any ordinary parser, or a double by its bits. */
type Input = { json: string } | { double: string };

export const jcs: VectorKind<Input> = {
  kind: 'jcs',
  description:
    'The one text of a value (RFC 8785). input: json (a text that any parser reads into the value; none holds an ' +
    'integer that a double cannot) or double (16 hexadecimal digits, IEEE 754 big-endian). output: the canonical text, ' +
    'of which signatures cover the UTF-8. Codes: unsafe_number (not finite), lone_surrogate, forbidden_key, too_deep ' +
    '(more than 64 containers inside each other).',
  cases,
  judge: (input) =>
    getOutcome(() =>
      canonicalJson('json' in input ? (JSON.parse(input.json) as JsonValue) : getDouble(input.double)),
    ),
};

const of = (name: string, json: string, output: string): VectorCase<Input> => ({
  name,
  input: { json },
  expected: 'ok',
  output,
});
const refused = (name: string, input: Input, expected: string): VectorCase<Input> => ({
  name,
  input,
  expected,
});

function cases(): VectorCase<Input>[] {
  return [
    ...rfcNumbers.map(([double, output]) => ({
      name: `RFC 8785, appendix B: ${double}`,
      input: { double },
      expected: 'ok',
      output,
    })),
    refused('RFC 8785, appendix B: NaN', { double: '7fffffffffffffff' }, 'unsafe_number'),
    refused('RFC 8785, appendix B: infinity', { double: '7ff0000000000000' }, 'unsafe_number'),
    refused('minus infinity', { double: 'fff0000000000000' }, 'unsafe_number'),
    ...values,
    ...nested(),
  ];
}

const values: VectorCase<Input>[] = [
  of(
    'RFC 8785, 3.2.2',
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ),
  of(
    'RFC 8785, 3.2.3: members by UTF-16 units',
    '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ),
  of('an empty object', ' { } ', '{}'),
  of('an empty array', ' [ ] ', '[]'),
  of('names that look like numbers are sorted as text', '{"10":1,"9":2,"1":3}', '{"1":3,"10":1,"9":2}'),
  of('an empty name comes first', '{"a":1,"":2}', '{"":2,"a":1}'),
  of('upper case comes before lower case', '{"a":1,"B":2,"A":3}', '{"A":3,"B":2,"a":1}'),
  of('a prefix comes before what it begins', '{"ab":1,"a":2}', '{"a":2,"ab":1}'),
  of('members are sorted in every level', '[{"b":{"d":1,"c":2},"a":[]}]', '[{"a":[],"b":{"c":2,"d":1}}]'),
  of('the order of an array stays', '[3,1,2]', '[3,1,2]'),
  of('minus zero is zero', '-0', '0'),
  of('a fraction of zeros goes', '1.0', '1'),
  of('an exponent goes below 21 digits', '1e20', '100000000000000000000'),
  of('an exponent stays from 21 digits on', '1e21', '1e+21'),
  of('six zeros after the point', '1e-6', '0.000001'),
  of('seven zeros after the point', '1e-7', '1e-7'),
  of('short escapes', '"\\b\\t\\n\\f\\r\\"\\\\"', '"\\b\\t\\n\\f\\r\\"\\\\"'),
  of('other controls in lower-case hexadecimal', '"\\u0000\\u001F\\u000B"', '"\\u0000\\u001f\\u000b"'),
  of('a slash needs no escape', '"\\/"', '"/"'),
  of('DEL and what follows stands as it is', '"\\u007f\\u0080\\u2028\\ufeff"', '"\u007f\u0080\u2028\ufeff"'),
  of('text is not normalised', '"\\u00e9e\\u0301"', '"ée\u0301"'),
  of('a pair of surrogates is one character', '"\\ud83d\\ude00"', '"😀"'),
  of(
    'names of what objects inherit elsewhere',
    '{"toString":1,"constructor":2}',
    '{"constructor":2,"toString":1}',
  ),
  of('Chinese', '{"\\u4e2d":"\\u6587","a":"\\u4e2d\\u6587"}', '{"a":"中文","中":"文"}'),
  refused('a lone surrogate', { json: '"\\ud800"' }, 'lone_surrogate'),
  refused('a lone surrogate in a name', { json: '{"\\udc00":1}' }, 'lone_surrogate'),
  refused('halves in the wrong order', { json: '"\\ude00\\ud83d"' }, 'lone_surrogate'),
  refused('a member called __proto__', { json: '{"__proto__":1}' }, 'forbidden_key'),
  refused('a number beyond all doubles', { json: '1e400' }, 'unsafe_number'),
];

function nested(): VectorCase<Input>[] {
  const arrays = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`;
  return [
    of('64 arrays', arrays(64), arrays(64)),
    refused('65 arrays', { json: arrays(65) }, 'too_deep'),
    of('64 objects', objects(64), objects(64)),
    refused('65 objects', { json: objects(65) }, 'too_deep'),
  ];
}
