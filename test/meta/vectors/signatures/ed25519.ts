import { encodeBase64Url, isAcceptablePublicKey, keyIdOf, verifyEd25519 } from '@agent-home/protocol';
import { getPublicKey, Point, sign } from '@noble/ed25519';
import {
  craft,
  findOffCurve,
  GENERATOR_OF_TORSION,
  getBytes,
  LOW_ORDER,
  nonCanonicalEncodings,
  ORDER,
  toNumber,
} from '../../../../packages/protocol/src/testing/ed25519-edge-cases-support.ts';
import { fromBase64Url } from '../form/bytes.ts';
import type { VectorCase, VectorKind } from '../form/vector.ts';
import { rfc8032 } from './rfc-8032.ts';

/** Fields in base64url without padding. */
interface Input {
  public_key: string;
  message: string;
  signature: string;
}

export const ed25519: VectorKind<Input> = {
  kind: 'ed25519',
  description:
    'Whether a signature is one, by the strict rule: 32 and 64 bytes; A and R canonical (y < p) and not of low order; ' +
    'S < L; the equation without cofactor, compared as bytes. input: public_key, message, signature, each base64url ' +
    'without padding. Code: bad_signature.',
  cases,
  judge: ({ public_key, message, signature }) => {
    const signed = {
      publicKey: fromBase64Url(public_key),
      message: fromBase64Url(message),
      signature: fromBase64Url(signature),
    };
    return { expected: verifyEd25519(signed) ? 'ok' : 'bad_signature' };
  },
};

interface Signed {
  publicKey: Uint8Array;
  message: Uint8Array;
  signature: Uint8Array;
}

const toCase = (
  name: string,
  expected: string,
  { publicKey, message, signature }: Signed,
): VectorCase<Input> => ({
  name,
  input: {
    public_key: encodeBase64Url(publicKey),
    message: encodeBase64Url(message),
    signature: encodeBase64Url(signature),
  },
  expected,
});

const secret = 0x1234_5678_9abcn;
const nonce = 0xfeed_beefn;
const prime = Point.BASE.multiply(secret);
const mixed = prime.add(GENERATOR_OF_TORSION);
const r = Point.BASE.multiply(nonce);
const honest = (k: bigint) => nonce + k * secret;
const seed = new Uint8Array(32).fill(9);
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

function cases(): VectorCase<Input>[] {
  return [...genuine(), ...lowOrder(), ...torsion(), ...scalars(), ...encodings()];
}

function genuine(): VectorCase<Input>[] {
  const message = Uint8Array.of(1, 2, 3);
  const good = { publicKey: getPublicKey(seed), message, signature: sign(message, seed) };
  const flipped = (bytes: Uint8Array, bit: number) =>
    bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
  const cut = good.signature.subarray(0, 63);
  return [
    ...rfc8032.map(({ name, ...signed }) => toCase(`RFC 8032, 7.1, ${name}`, 'ok', signed)),
    toCase('another message', 'bad_signature', { ...good, message: Uint8Array.of(1, 2, 4) }),
    toCase('no message', 'bad_signature', { ...good, message: new Uint8Array() }),
    toCase('another key', 'bad_signature', { ...good, publicKey: getPublicKey(new Uint8Array(32).fill(8)) }),
    ...[0, 100, 255, 256, 400, 507].map((bit) =>
      toCase(`bit ${bit} of the signature flipped`, 'bad_signature', {
        ...good,
        signature: flipped(good.signature, bit),
      }),
    ),
    toCase('R and S in each other’s place', 'bad_signature', {
      ...good,
      signature: join(good.signature.subarray(32), good.signature.subarray(0, 32)),
    }),
    toCase('63 bytes of signature', 'bad_signature', { ...good, signature: cut }),
    toCase('65 bytes of signature', 'bad_signature', {
      ...good,
      signature: join(good.signature, Uint8Array.of(0)),
    }),
    toCase('no signature', 'bad_signature', { ...good, signature: new Uint8Array() }),
    toCase('31 bytes of key', 'bad_signature', { ...good, publicKey: good.publicKey.subarray(0, 31) }),
    toCase('33 bytes of key', 'bad_signature', {
      ...good,
      publicKey: join(good.publicKey, Uint8Array.of(0)),
    }),
    toCase('all zeros', 'bad_signature', { ...good, signature: new Uint8Array(64) }),
    toCase('a key off the curve', 'bad_signature', { ...good, publicKey: findOffCurve() }),
  ];
}

function lowOrder(): VectorCase<Input>[] {
  const identity = Point.ZERO.toBytes();
  return [
    ...LOW_ORDER.flatMap((point, index) => [
      toCase(
        `a key of low order, ${index} T, although the equation holds`,
        'bad_signature',
        craft({ publicKey: point, r, s: () => nonce, holds: true }),
      ),
      toCase(
        `R of low order, ${index} T, although the equation holds`,
        'bad_signature',
        craft({ publicKey: mixed, r: point, s: (k) => k * secret, holds: true }),
      ),
    ]),
    toCase('the identity as key and as R, S = 0: holds for every message', 'bad_signature', {
      publicKey: identity,
      message: Uint8Array.of(1, 2, 3),
      signature: join(identity, new Uint8Array(32)),
    }),
  ];
}

function torsion(): VectorCase<Input>[] {
  const of = (index: number) => LOW_ORDER[index] ?? Point.ZERO;
  const indices = [1, 2, 3, 4, 5, 6, 7];
  return [
    toCase(
      'a key of mixed order where the equation without cofactor holds',
      'ok',
      craft({ publicKey: mixed, r, s: honest, holds: true }),
    ),
    toCase(
      'key and R of mixed order, whose torsion parts cancel',
      'ok',
      craft({ publicKey: mixed, r: r.add(of(3)), s: honest, holds: true }),
    ),
    ...indices.flatMap((index) => [
      toCase(
        `a key of mixed order, + ${index} T, where only the equation with cofactor holds`,
        'bad_signature',
        craft({ publicKey: prime.add(of(index)), r, s: honest, holds: false }),
      ),
      toCase(
        `R shifted by ${index} T, where only the equation with cofactor holds`,
        'bad_signature',
        craft({ publicKey: prime, r: r.add(of(index)), s: honest, holds: false }),
      ),
    ]),
  ];
}

function scalars(): VectorCase<Input>[] {
  const good = craft({ publicKey: prime, r, s: honest, holds: true });
  const [start, s] = [good.signature.subarray(0, 32), toNumber(good.signature.subarray(32))];
  const withScalar = (scalar: bigint) => ({ ...good, signature: join(start, getBytes(scalar)) });
  return [
    toCase('S below L', 'ok', good),
    ...[1n, 2n, 7n, 14n].map((times) =>
      toCase(`S + ${times} L`, 'bad_signature', withScalar(s + times * ORDER)),
    ),
    toCase('S = L', 'bad_signature', withScalar(ORDER)),
    toCase('S = L - 1', 'bad_signature', withScalar(ORDER - 1n)),
    toCase('S = 2^255 - 1', 'bad_signature', withScalar((1n << 255n) - 1n)),
    toCase('S = 2^256 - 1', 'bad_signature', withScalar((1n << 256n) - 1n)),
    toCase('the top bit of S set', 'bad_signature', withScalar(s + (1n << 255n))),
  ];
}

function encodings(): VectorCase<Input>[] {
  const message = Uint8Array.of(1);
  const signature = sign(message, seed);
  const publicKey = getPublicKey(seed);
  return nonCanonicalEncodings().flatMap(([name, encoding]) => [
    toCase(`${name} as key`, 'bad_signature', { publicKey: encoding, message, signature }),
    toCase(`${name} as R`, 'bad_signature', {
      publicKey,
      message,
      signature: join(encoding, signature.subarray(32)),
    }),
  ]);
}

/** Keys that may be registered and listed, and their ids. */
export const publicKeys: VectorKind<{ public_key: string }> = {
  kind: 'public-keys',
  description:
    'Which bytes may be registered or listed as a public key: 32, canonical, on the curve, not of low order. A key of ' +
    'mixed order may. input: public_key (base64url). output: key_id. Code: invalid_public_key.',
  cases: () => {
    const good = (name: string, bytes: Uint8Array) => key(name, bytes, 'ok');
    const bad = (name: string, bytes: Uint8Array) => key(name, bytes, 'invalid_public_key');
    return [
      ...rfc8032.map(({ name, publicKey }) => good(`RFC 8032, 7.1, ${name}`, publicKey)),
      good('a key of mixed order', mixed.toBytes()),
      bad('31 bytes', prime.toBytes().subarray(1)),
      bad('33 bytes', join(prime.toBytes(), Uint8Array.of(0))),
      bad('no bytes', new Uint8Array()),
      bad('off the curve', findOffCurve()),
      ...LOW_ORDER.map((point, index) => bad(`of low order, ${index} T`, point.toBytes())),
      ...nonCanonicalEncodings().map(([name, encoding]) => bad(name, encoding)),
    ];
  },
  judge: ({ public_key }) => {
    const bytes = fromBase64Url(public_key);
    if (!isAcceptablePublicKey(bytes)) return { expected: 'invalid_public_key' };
    return { expected: 'ok', output: { key_id: keyIdOf(bytes) } };
  },
};

const key = (name: string, bytes: Uint8Array, expected: string) => ({
  name,
  input: { public_key: encodeBase64Url(bytes) },
  expected,
});
