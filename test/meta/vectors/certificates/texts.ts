import { canonicalJson } from '@agent-home/protocol';
import { certified, getBody } from '../../../../packages/protocol/src/testing/certified-objects.ts';
import { bytesIn, type VectorBytes } from '../form/bytes.ts';
import { type CertificateCase, certificateCase, genuine } from './certificate-case.ts';

const { object } = certified('topic_manifest');
const text = canonicalJson(object);

/** Same object in other bytes, and bytes that are no object. */
export function certificateTexts(): CertificateCase[] {
  const size = bytesIn(genuine()).length;
  const spelled = (name: string, other: string) => certificateCase(name, 'not_canonical', { text: other });
  const broken = (name: string, bytes: VectorBytes) => certificateCase(name, 'malformed_json', bytes);
  return [
    spelled('a blank in front', ` ${text}`),
    spelled('a line feed behind', `${text}\n`),
    spelled('a blank after a colon', text.replace(':', ': ')),
    spelled(
      'in the order in which it was written',
      JSON.stringify({ ...getBody('topic_manifest'), cert: object.cert }),
    ),
    spelled('indented', JSON.stringify(JSON.parse(text), null, 2)),
    spelled('a letter as an escape', text.replace('"Hello"', '"\\u0048ello"')),
    spelled('a slash as an escape', text.replaceAll('/', '\\/')),
    spelled('a number with an exponent', text.replace('"turn_ttl_seconds":60', '"turn_ttl_seconds":6e1')),
    spelled('a number with a fraction', text.replace('"turn_ttl_seconds":60', '"turn_ttl_seconds":60.0')),
    certificateCase('just within the bytes that are allowed', 'ok', genuine(), { max_bytes: size }),
    certificateCase('one byte more than is allowed', 'too_large', genuine(), { max_bytes: size - 1 }),
    certificateCase('more than a mebibyte', 'too_large', { pieces: [[' ', 1_048_577]] }),
    broken('nothing', { text: '' }),
    broken('no JSON', { text: '<Error><Code>NoSuchKey</Code></Error>' }),
    broken('an array', { text: `[${text}]` }),
    broken('a text', { text: '"object"' }),
    broken('null', { text: 'null' }),
    broken('cut off', { text: text.slice(0, -1) }),
    broken('two objects', { text: text + text }),
    broken('a byte order mark', { text: `\ufeff${text}` }),
    broken('a member twice', { text: text.replace('{', '{"title":"Other",') }),
    broken('a member twice in the certificate', { text: text.replace('"cert":{', '"cert":{"version":2,') }),
    broken('a number beyond what is safe', { text: text.replace(':60', ':9007199254740993') }),
    broken('a lone surrogate', { text: text.replace('Hello', '\\ud800') }),
    broken('a member called __proto__', { text: text.replace('{', '{"__proto__":{},') }),
    broken('nested too deep', { text: text.replace('"Hello"', `${'['.repeat(64)}${']'.repeat(64)}`) }),
    broken('bytes that are no UTF-8', { base64url: 'eyJraW5kIjoi_yJ9' }),
  ];
}
