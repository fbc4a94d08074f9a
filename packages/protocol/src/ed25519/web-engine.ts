import { decodeBase64Url } from '../text/base64url.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { Ed25519Engine } from './ed25519-engine.ts';

/** Used part of WebCrypto's `SubtleCrypto`; a key is opaque. */
export interface Subtle {
  importKey(
    format: 'raw',
    bytes: Uint8Array<ArrayBuffer>,
    algorithm: string,
    extractable: boolean,
    usages: 'verify'[],
  ): Promise<object>;
  verify(
    algorithm: string,
    key: object,
    signature: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
  ): Promise<boolean>;
}

const algorithm = 'Ed25519';
const importedKeys = 256;
/** Number of cached results. */
const rememberedAnswers = 4096;

/**
 * Creates an engine on WebCrypto, which verifies natively but asynchronously. Results are cached for the same bytes, so that a
 * replay reads results of earlier verifications synchronously. `fallback` is for browsers without Ed25519, and for signatures that
 * were not verified ahead.
 */
export function webEngine(subtle: Subtle | undefined, fallback: Ed25519Engine): Ed25519Engine {
  const keys = new BoundedCache<Promise<object | undefined>>(importedKeys);
  const answers = new BoundedCache<{ message: Uint8Array; isValid: boolean }>(rememberedAnswers);
  let isNative: Promise<boolean> | undefined;

  async function verifyNatively(
    native: Subtle,
    publicKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ): Promise<boolean> {
    const key = await keys.getOrCreate(getName(publicKey), () => importKey(native, publicKey));
    return key !== undefined && native.verify(algorithm, key, getCopy(signature), getCopy(message));
  }

  return {
    ...fallback,
    verify(publicKey, message, signature) {
      const known = answers.get(getName(signature, publicKey));
      if (known && sameBytes(known.message, message)) return known.isValid;
      return fallback.verify(publicKey, message, signature);
    },
    async verifyLater(publicKey, message, signature) {
      isNative ??= subtle ? knowsEd25519(subtle) : Promise.resolve(false);
      const isValid =
        subtle && (await isNative)
          ? await verifyNatively(subtle, publicKey, message, signature)
          : fallback.verify(publicKey, message, signature);
      answers.set(getName(signature, publicKey), { message: getCopy(message), isValid });
      return isValid;
    },
  };
}

async function importKey(native: Subtle, publicKey: Uint8Array): Promise<object | undefined> {
  try {
    return await native.importKey('raw', getCopy(publicKey), algorithm, false, ['verify']);
  } catch {
    // The point is not on the curve.
    return undefined;
  }
}

/** RFC 8032, 7.1, test 2; and a signature that is valid only with multiplication by the cofactor. */
const probe = {
  publicKey: 'PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw',
  message: Uint8Array.of(0x72),
  signature: 'kqAJqfDUyrhyDoILX2QlQKKye1QWUD-Ps3YiI-vbadoIWsHkPhWZbkWPNhPQ8R2MOHsurrQwKu6wDSkWErsMAA',
};
const cofactorProbe = {
  publicKey: 'fjXKuxrUvwwVrk4cpiWYrxLOlqON43r4vQa8OAUFGuo',
  message: Uint8Array.of(0x72),
  signature: 'eQ2bNFDr7kzM7jstOhfAKXyzfW-nNmTdk9ARSE3WWu9zfpDLh4qwbssLk_Hx761rQA8Bv_Mn4QEeu_mOKPmGDA',
};

/**
 * Checks once if the engine supports the algorithm, with the same equation as other readers. An engine that multiplies by the
 * cofactor would accept signatures that others reject.
 */
async function knowsEd25519(native: Subtle): Promise<boolean> {
  try {
    return (await probeHolds(native, probe)) && !(await probeHolds(native, cofactorProbe));
  } catch {
    return false;
  }
}

async function probeHolds(native: Subtle, { publicKey, message, signature }: typeof probe): Promise<boolean> {
  const key = await native.importKey('raw', getBytes(publicKey), algorithm, false, ['verify']);
  return native.verify(algorithm, key, getBytes(signature), message);
}

function getBytes(text: string): Uint8Array<ArrayBuffer> {
  return getCopy(decodeBase64Url(text) ?? new Uint8Array());
}

/** Copies the bytes for WebCrypto, so that they cannot change meanwhile. */
function getCopy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function getName(...parts: Uint8Array[]): string {
  return parts.map((part) => String.fromCharCode(...part)).join('');
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
