import { generateKeyPairSync, sign } from 'node:crypto';
import { decodeBase64Url, signerOf, verifyEd25519 } from '@agent-home/protocol';
import fc from 'fast-check';
import { createSignatureSync, verifySignature } from 'http-message-sig';
import { describe, expect, test } from 'vitest';
import { parseSignatureFields, signatureBase } from './signature-fields.ts';

const signer = signerOf(new Uint8Array(32).fill(3));
const publicKey = decodeBase64Url(signer.publicKey) ?? new Uint8Array();
const fields: Record<string, string> = {
  '@method': 'POST',
  '@authority': 'home.example:4600',
  '@path': '/v1/feed/ack',
  '@query': '?a=%20b&c',
  'content-digest': 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
};
const message = {
  kind: 'request' as const,
  method: 'POST',
  targetUri: 'http://home.example:4600/v1/feed/ack?a=%20b&c',
  fields: [{ name: 'content-digest', value: fields['content-digest'] ?? '' }],
};

/** Signs with the reference implementation; `base` is the signed text. */
function signedByLibrary(components: string[], parameters: Record<string, string | number>) {
  let base = new Uint8Array();
  const { signatureInput, signature } = createSignatureSync(message, {
    label: 'sig1',
    components,
    parameters,
    signer: {
      algorithm: 'ed25519',
      sign(data) {
        base = data.slice();
        return signer.sign(data);
      },
    },
  });
  return { signatureInput, signature, base };
}

/** Returns the verdict of the reference implementation on two fields. */
async function libraryAccepts(signatureInput: string, signature: string): Promise<boolean> {
  const sent = [
    ...message.fields,
    { name: 'signature-input', value: signatureInput },
    { name: 'signature', value: signature },
  ];
  const verifier = {
    algorithm: 'ed25519',
    verify: (data: Uint8Array, bytes: Uint8Array) =>
      verifyEd25519({ publicKey, message: data, signature: bytes }),
  } as const;
  return verifySignature(
    { ...message, fields: sent },
    {
      label: 'sig1',
      policy: { algorithms: ['ed25519'], requiredComponents: [], requiredParameters: [] },
      resolveVerifier: () => verifier,
    },
  ).then(
    () => true,
    () => false,
  );
}

function weAccept(signatureInput: string, signature: string): boolean {
  const parsed = parseSignatureFields(signatureInput, signature);
  const base = parsed && signatureBase(parsed, (name) => fields[name]);
  if (!parsed || !base) return false;
  return verifyEd25519({ publicKey, message: base, signature: parsed.signature });
}

const sfString = fc.string({
  unit: fc.constantFrom(...'abcXYZ019 !#$%&()*+,-./:;<=>?@[]^_`{|}~'),
  maxLength: 40,
});
const anyParameters = fc.record(
  {
    created: fc.integer({ min: 0, max: 4_000_000_000 }),
    expires: fc.integer({ min: 4_000_000_000, max: 5_000_000_000 }),
    keyid: sfString,
    nonce: sfString,
    tag: sfString,
    alg: fc.constant('ed25519'),
  },
  { requiredKeys: [] },
);
const anyComponents = fc.shuffledSubarray(Object.keys(fields), { minLength: 1 });

describe('the signed text', () => {
  test('is that of the reference implementation, for any components and parameters', () => {
    fc.assert(
      fc.property(anyComponents, anyParameters, (components, parameters) => {
        const { signatureInput, signature, base } = signedByLibrary(components, parameters);
        const parsed = parseSignatureFields(signatureInput, signature);
        expect(parsed?.components).toEqual(components);
        expect(Object.fromEntries(parsed?.parameters ?? [])).toEqual(parameters);
        expect(parsed && signatureBase(parsed, (name) => fields[name])).toEqual(Buffer.from(base));
        expect(weAccept(signatureInput, signature)).toBe(true);
      }),
    );
  });

  test('is that of RFC 9421, B.2.6', () => {
    const parsed = parseSignatureFields(
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
      'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
    );
    const values: Record<string, string> = {
      date: 'Tue, 20 Apr 2021 02:07:55 GMT',
      '@method': 'POST',
      '@path': '/foo',
      '@authority': 'example.com',
      'content-type': 'application/json',
      'content-length': '18',
    };
    const base = parsed && signatureBase(parsed, (name) => values[name]);
    const key = decodeBase64Url('JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs') ?? new Uint8Array();
    expect(verifyEd25519({ publicKey: key, message: base ?? key, signature: parsed?.signature ?? key })).toBe(
      true,
    );
  });

  test('has no form where a component is missing or would start a new line', () => {
    const parsed = { components: ['@path'], signatureParameters: '("@path")' };
    for (const value of [undefined, '/a\n"@method": GET', '/a\r', '/ä', '/\u0000']) {
      expect(signatureBase(parsed, () => value)).toBeUndefined();
    }
  });
});

describe('the parser', () => {
  const good = signedByLibrary(Object.keys(fields), { created: 1, keyid: 'k', nonce: 'n', tag: 't' });

  test('accepts nothing that the reference implementation refuses', async () => {
    const texts = [...' \t"();=,:sig12@ab-\\?*/'];
    const edit = fc.record({
      where: fc.nat(good.signatureInput.length),
      remove: fc.nat(3),
      insert: fc.array(fc.constantFrom(...texts), { maxLength: 3 }).map((parts) => parts.join('')),
      inSignature: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 2 }), async (edits) => {
        const sent = { input: good.signatureInput, signature: good.signature };
        for (const { where, remove, insert, inSignature } of edits) {
          const name = inSignature ? 'signature' : 'input';
          sent[name] = sent[name].slice(0, where) + insert + sent[name].slice(where + remove);
        }
        if (weAccept(sent.input, sent.signature)) {
          expect(await libraryAccepts(sent.input, sent.signature), JSON.stringify(sent)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['two signatures', (text: string) => `${text}, ${text.replace('sig1', 'sig2')}`],
    ['space around', (text: string) => ` ${text}`],
    ['a second space', (text: string) => text.replace('" "', '"  "')],
    ['a component twice', (text: string) => text.replace('"@method"', '"@method" "@method"')],
    ['a component with a parameter', (text: string) => text.replace('"@method"', '"@method";req')],
    ['a component in capitals', (text: string) => text.replace('"@method"', '"@Method"')],
    ['no component', (text: string) => text.replace(/\(.*?\)/, '()')],
    ['a parameter twice', (text: string) => `${text};created=1`],
    ['a parameter without a value', (text: string) => `${text};alg`],
    ['a leading zero', (text: string) => text.replace('created=1', 'created=01')],
    ['a negative time', (text: string) => text.replace('created=1', 'created=-1')],
    ['a fraction', (text: string) => text.replace('created=1', 'created=1.5')],
    ['an escape', (text: string) => text.replace('nonce="n"', 'nonce="\\\\n"')],
    ['what is not ASCII', (text: string) => text.replace('nonce="n"', 'nonce="ñ"')],
    ['another label', (text: string) => text.replace('sig1', 'sig2')],
  ])('refuses %s', (_what, change) => {
    expect(parseSignatureFields(change(good.signatureInput), good.signature)).toBeUndefined();
  });

  test('reads one spelling of a signature only', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const base64 = sign(null, Buffer.from('x'), privateKey).toString('base64');
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const next = digits[digits.indexOf(base64[85] ?? '') + 1] ?? '';
    const other = `${base64.slice(0, 85)}${next}==`;
    expect(Buffer.from(other, 'base64')).toEqual(Buffer.from(base64, 'base64'));
    expect(parseSignatureFields('sig1=("@path")', `sig1=:${base64}:`)).toBeDefined();
    expect(parseSignatureFields('sig1=("@path")', `sig1=:${other}:`)).toBeUndefined();
  });
});
