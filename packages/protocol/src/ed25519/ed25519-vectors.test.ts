import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { ed25519Engine as nobleEngine } from './noble-engine.ts';
import { ed25519Engine as nodeEngine } from './node-engine.ts';
import { strictEd25519 } from './strict-ed25519.ts';

// RFC 8032, section 7.1.
const VECTORS = [
  {
    name: 'TEST 1, empty message',
    secretKey: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    name: 'TEST 2, one byte',
    secretKey: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    name: 'TEST 3, two bytes',
    secretKey: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
  {
    name: 'TEST SHA(abc)',
    secretKey: '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42',
    publicKey: 'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    message:
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    signature:
      'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  },
];

describe.each([
  ['node', strictEd25519(nodeEngine)],
  ['noble', strictEd25519(nobleEngine)],
])('Ed25519 on the %s engine', (_name, ed25519) => {
  it.each(VECTORS)('reproduces RFC 8032 $name', (vector) => {
    const secretKey = hexToBytes(vector.secretKey);
    const message = hexToBytes(vector.message);
    const publicKey = ed25519.publicKeyOf(secretKey);
    const signature = ed25519.signEd25519({ secretKey, message });
    expect(bytesToHex(publicKey)).toBe(vector.publicKey);
    expect(bytesToHex(signature)).toBe(vector.signature);
    expect(ed25519.verifyEd25519({ publicKey, message, signature })).toBe(true);
  });

  it.each([0, 31, 33, 64])('throws for a seed of %i bytes', (length) => {
    const secretKey = new Uint8Array(length);
    expect(() => ed25519.publicKeyOf(secretKey)).toThrow(RangeError);
    expect(() => ed25519.signEd25519({ secretKey, message: new Uint8Array() })).toThrow(RangeError);
  });

  it('gives plain bytes, not the buffers of one platform', () => {
    const secretKey = new Uint8Array(32).fill(7);
    expect(ed25519.publicKeyOf(secretKey).constructor).toBe(Uint8Array);
    expect(ed25519.signEd25519({ secretKey, message: secretKey }).constructor).toBe(Uint8Array);
  });
});
