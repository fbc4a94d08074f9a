import type { VectorCase } from '../form/vector.ts';
import {
  ada,
  createdAt,
  handSigned,
  parametersWith,
  requestCase,
  standardComponents,
  withHeaders,
} from './hand-signed.ts';
import type { RequestInput } from './request-input.ts';

type Case = VectorCase<RequestInput>;
const good = handSigned();

/** Returns signatures over too few components, over too many, or in a spelling that two readers may parse differently. */
export function badFields(): Case[] {
  return [...components(), ...parameters(), ...spellings()];
}

const invalid = (name: string, input: RequestInput) => requestCase(name, 'signature_invalid', input);

function components(): Case[] {
  const names = ['@method', '@authority', '@path', '@query', 'content-digest'];
  const list = (of: string[]) => `(${of.map((name) => `"${name}"`).join(' ')})`;
  const over = (name: string, of: string[]) => invalid(name, handSigned({ components: list(of) }));
  return [
    ...names.map((left) =>
      over(
        `${left} is not covered`,
        names.filter((name) => name !== left),
      ),
    ),
    over('nothing is covered', []),
    over('a component twice', [...names, '@path']),
    over('one twice instead of another', ['@method', '@authority', '@path', '@path', 'content-digest']),
    over('one more than all', [...names, 'content-type']),
    over('@target-uri instead', ['@method', '@target-uri', 'content-digest']),
    over('a name in capitals', ['@method', '@authority', '@path', '@query', 'Content-Digest']),
    invalid(
      'a component with a parameter',
      handSigned({ components: standardComponents.replace('"content-digest"', '"content-digest";sf') }),
    ),
  ];
}

function parameters(): Case[] {
  const withParameters = (name: string, changes: Record<string, string | undefined>) =>
    invalid(name, handSigned({ parameters: parametersWith(changes) }));
  return [
    ...['created', 'keyid', 'nonce', 'tag'].map((name) =>
      withParameters(`without ${name}`, { [name]: undefined }),
    ),
    withParameters('another tag', { tag: '"other"' }),
    withParameters('a tag of a later version', { tag: '"agent-home-v2"' }),
    withParameters('another algorithm', { alg: '"rsa-pss-sha512"' }),
    withParameters('created as text', { created: `"${createdAt}"` }),
    withParameters('created with a fraction', { created: `${createdAt}.0` }),
    withParameters('created with a leading zero', { created: `0${createdAt}` }),
    withParameters('created below zero', { created: '-1' }),
    withParameters('expires as text', { expires: `"${createdAt + 30}"` }),
    withParameters('keyid as a number', { keyid: '7' }),
    withParameters('a nonce of 15 characters', { nonce: `"${'n'.repeat(15)}"` }),
    requestCase(
      'a nonce of 16 characters',
      'ok',
      handSigned({ parameters: parametersWith({ nonce: `"${'n'.repeat(16)}"` }) }),
    ),
    requestCase(
      'a nonce of 128 characters',
      'ok',
      handSigned({ parameters: parametersWith({ nonce: `"${'n'.repeat(128)}"` }) }),
    ),
    withParameters('a nonce of 129 characters', { nonce: `"${'n'.repeat(129)}"` }),
    withParameters('an escape in the nonce', { nonce: '"nnnnnnnnnnnnnnnn\\""' }),
    withParameters('a letter beyond ASCII in the nonce', { nonce: '"nnnnnnnnnnnnnnnné"' }),
    invalid('keyid twice', handSigned({ parameters: `${parametersWith()};keyid="${ada.keyId}"` })),
    invalid('no parameters', handSigned({ parameters: '' })),
  ];
}

function spellings(): Case[] {
  const input = good.headers['signature-input'] ?? '';
  const signature = good.headers.signature ?? '';
  const respelled = (name: string, changes: Record<string, string>) =>
    invalid(name, withHeaders(good, changes));
  const spare = signature.replace(/.==:$/, (end) => `${nextLetter(end.charAt(0))}==:`);
  return [
    invalid('another label', handSigned({ label: 'sig2' })),
    respelled('two labels', { 'signature-input': input.replace('sig1=', 'sig2=') }),
    respelled('two signatures', {
      'signature-input': `${input}, sig2=("@method");created=1`,
      signature: `${signature}, sig2=:AAAA:`,
    }),
    respelled('two blanks between components', { 'signature-input': input.replace('" "', '"  "') }),
    respelled('a blank in front of the components', { 'signature-input': input.replace('(', '( ') }),
    respelled('a blank after a semicolon', { 'signature-input': input.replace(';created', '; created') }),
    respelled('a blank behind', { 'signature-input': `${input} ` }),
    respelled('an empty signature', { signature: 'sig1=::' }),
    respelled('a signature without colons', { signature: signature.replaceAll(':', '') }),
    respelled('a signature in base64url', {
      signature: signature.replaceAll('+', '-').replaceAll('/', '_').replace('==', ''),
    }),
    respelled('spare bits of the signature’s text', { signature: spare }),
    respelled('nothing in signature-input', { 'signature-input': '' }),
    respelled('five thousand components', {
      'signature-input': `sig1=(${'"a" '.repeat(5_000)}"a");created=1`,
    }),
  ];
}

function nextLetter(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return letters.charAt(letters.indexOf(letter) + 1);
}
