import {
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  sign as nodeSign,
  verify as nodeVerify,
} from 'node:crypto';
import { BoundedCache } from './bounded-cache.ts';
import type { Ed25519Engine } from './ed25519-engine.ts';

// Importing a key costs as much as using it, and few keys sign most of the objects that are read.
const publicKeys = new BoundedCache<KeyObject>(1024);
const privateKeys = new BoundedCache<KeyObject>(64);

// Fixed DER head of a PKCS #8 Ed25519 key (RFC 8410), which precedes the seed.
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export const ed25519Engine: Ed25519Engine = { verify, verifyLater, sign, publicKeyOf };

function verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return nodeVerify(null, message, importPublicKey(publicKey), signature);
}

async function verifyLater(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    nodeVerify(null, message, importPublicKey(publicKey), signature, (error, isValid) =>
      error ? reject(error) : resolve(isValid),
    );
  });
}

function sign(secretKey: Uint8Array, message: Uint8Array): Uint8Array {
  return plainBytes(nodeSign(null, message, importPrivateKey(secretKey)));
}

function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  const { x } = createPublicKey(importPrivateKey(secretKey)).export({ format: 'jwk' });
  return plainBytes(Buffer.from(x ?? '', 'base64url'));
}

function importPublicKey(bytes: Uint8Array): KeyObject {
  return publicKeys.getOrCreate(latin1(bytes), () =>
    createPublicKey({
      // Imported as JWK rather than DER, because OpenSSL 3 takes ten times as long to find a DER decoder.
      key: { kty: 'OKP', crv: 'Ed25519', x: buffer(bytes).toString('base64url') },
      format: 'jwk',
    }),
  );
}

// Keyed by a hash, so that the cache leaves no copy of the seed on the JavaScript heap.
function importPrivateKey(seed: Uint8Array): KeyObject {
  return privateKeys.getOrCreate(hash('sha256', seed, 'hex'), () => {
    const der = Buffer.concat([PKCS8_HEAD, seed]);
    try {
      return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    } finally {
      der.fill(0);
    }
  });
}

function latin1(bytes: Uint8Array): string {
  return buffer(bytes).toString('latin1');
}

function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// A Buffer prints, compares and slices differently from the Uint8Array that browsers get.
function plainBytes(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes);
}
