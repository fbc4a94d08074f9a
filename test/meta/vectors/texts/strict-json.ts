import { type JsonValue, parseStrictJson } from '@agent-home/protocol';
import { ACCEPTED, REFUSED } from '../../../../packages/protocol/src/testing/strict-json-texts.ts';
import { bytesIn, type VectorBytes } from '../form/bytes.ts';
import { getOutcome, type VectorCase, type VectorKind } from '../form/vector.ts';

interface Input {
  document: VectorBytes;
  max_bytes?: number;
  max_depth?: number;
}

const longestOutput = 4096;
const mebibyte = 1024 * 1024;

export const strictJson: VectorKind<Input> = {
  kind: 'strict-json',
  description:
    'Reading a JSON document so that no two parsers can disagree. input: document ({text} in UTF-8, {base64url} bytes, ' +
    'or {pieces: [[text, times], ...]} joined), max_bytes (1048576 unless given), max_depth (64 unless given; the ' +
    'outermost container is level 1). output: the value; left out where it is long. ' +
    'Codes: too_large, invalid_utf8, syntax, duplicate_key, too_deep, unsafe_number, lone_surrogate, forbidden_key.',
  cases,
  judge: ({ document, max_bytes, max_depth }) =>
    getOutcome(() => {
      const bytes = bytesIn(document);
      const value = parseStrictJson(bytes, {
        ...(max_bytes === undefined ? {} : { maxBytes: max_bytes }),
        ...(max_depth === undefined ? {} : { maxDepth: max_depth }),
      });
      return bytes.length > longestOutput ? undefined : value;
    }),
};

function cases(): VectorCase<Input>[] {
  return [
    ...ACCEPTED.map(([text, value]) => ({
      name: `reads ${JSON.stringify(text)}`,
      input: { document: { text } },
      expected: 'ok',
      output: value as JsonValue,
    })),
    ...REFUSED.map(([text, expected]) => ({
      name: `refuses ${JSON.stringify(text)}`,
      input: { document: { text } },
      expected,
    })),
    ...notUtf8,
    ...limits(),
    ...more,
  ];
}

const notUtf8: VectorCase<Input>[] = (
  [
    ['a stray continuation byte', 'IoAi'],
    ['an overlong slash', 'IsCvIg'],
    ['an encoded surrogate', 'Iu2ggCI'],
    ['a code point beyond U+10FFFF', 'IvSQgIAi'],
    ['a cut sequence', 'IuS4'],
    ['UTF-16 with its byte order mark', '__4xAA'],
    ['Latin-1', 'IuQi'],
  ] as const
).map(([what, base64url]) => ({
  name: `refuses ${what}`,
  input: { document: { base64url } },
  expected: 'invalid_utf8',
}));

function limits(): VectorCase<Input>[] {
  const nested = (open: string, close: string, levels: number): VectorBytes => ({
    pieces: [
      [open, levels],
      ['1', 1],
      [close, levels],
    ],
  });
  const string = (bytes: number): VectorBytes => ({
    pieces: [
      ['"', 1],
      ['a', bytes - 2],
      ['"', 1],
    ],
  });
  const wide = { text: '"中中"' };
  return [
    { name: '8 bytes of 4 characters in 8', input: { document: wide, max_bytes: 8 }, expected: 'ok' },
    { name: '8 bytes of 4 characters in 7', input: { document: wide, max_bytes: 7 }, expected: 'too_large' },
    { name: 'one mebibyte', input: { document: string(mebibyte) }, expected: 'ok' },
    { name: 'one byte more', input: { document: string(mebibyte + 1) }, expected: 'too_large' },
    {
      name: 'too large is said before what is wrong in it',
      input: { document: { text: '{{{' }, max_bytes: 2 },
      expected: 'too_large',
    },
    { name: '64 arrays', input: { document: nested('[', ']', 64) }, expected: 'ok' },
    { name: '65 arrays', input: { document: nested('[', ']', 65) }, expected: 'too_deep' },
    { name: '64 objects', input: { document: nested('{"a":', '}', 64) }, expected: 'ok' },
    { name: '65 objects', input: { document: nested('{"a":', '}', 65) }, expected: 'too_deep' },
    {
      name: 'an array in an object in one level',
      input: { document: { text: '{"a":[1]}' }, max_depth: 1 },
      expected: 'too_deep',
    },
    { name: 'a scalar in no level', input: { document: { text: '1' }, max_depth: 0 }, expected: 'ok' },
    {
      name: 'a hundred thousand open brackets',
      input: { document: { pieces: [['[', 100_000]] } },
      expected: 'too_deep',
    },
  ];
}

const text = (name: string, document: string, expected: string, output?: JsonValue): VectorCase<Input> => ({
  name,
  input: { document: { text: document } },
  expected,
  ...(output === undefined ? {} : { output }),
});

const more: VectorCase<Input>[] = [
  text('the smallest double', '5e-324', 'ok', 5e-324),
  text('a number below the smallest is zero', '1e-400', 'ok', 0),
  text('minus a number below the smallest is zero', '-1e-400', 'ok', 0),
  text('a fraction keeps the nearest double', '0.1000000000000000055511151231257827', 'ok', 0.1),
  text('the largest safe integer with an exponent', '9.007199254740991e15', 'ok', 9007199254740991),
  text('minus zero with a fraction', '-0.0', 'ok', 0),
  text('leading zeros of an exponent', '1e007', 'ok', 10_000_000),
  text('a leading zero after the sign', '-01', 'syntax'),
  text('a sign without a number', '-a', 'syntax'),
  text('full-width digits', '１', 'syntax'),
  text('a byte order mark before white space', '\ufeff 1', 'syntax'),
  text('a byte order mark at the end', '1\ufeff', 'syntax'),
  text('NUL before the document', '\u00001', 'syntax'),
  text('NUL in a string', '"\u0000"', 'syntax'),
  text('NUL escaped in a string', '"\\u0000"', 'ok', '\u0000'),
  text('DEL in a string', '"\u007f"', 'ok', '\u007f'),
  text('a tab in a string', '"\t"', 'syntax'),
  text('a form feed between values', '[1,\f2]', 'syntax'),
  text('a line separator as white space', '\u20281', 'syntax'),
  text('a lone high surrogate before a plain letter', '"\\ud83dx"', 'lone_surrogate'),
  text('two high surrogates', '"\\ud83d\\ud83d"', 'lone_surrogate'),
  text('a lone surrogate in the name of a member', '{"\\ud800":1}', 'lone_surrogate'),
  text('halves of a pair from an escape in either case', '"\\uD83D\\uDe00"', 'ok', '😀'),
  text('names that differ in normal form only', '{"\\u00e9":1,"e\\u0301":2}', 'ok'),
  text('names that agree once unescaped', '{"\\/":1,"/":2}', 'duplicate_key'),
  text('the same name in two objects', '[{"a":1},{"a":1}]', 'ok'),
  text('a duplicate deep inside', '{"a":[{"b":{"c":1,"c":1}}]}', 'duplicate_key'),
  text('a duplicate before a syntax error', '{"a":1,"a":', 'duplicate_key'),
  text('a forbidden name before it is closed', '{"__proto__"', 'forbidden_key'),
  text('__proto__ as a value', '"__proto__"', 'ok', '__proto__'),
  text('two documents', '{}{}', 'syntax'),
  text('a trailing comment', '{}//', 'syntax'),
];
