import type { TrustAnswer } from '@agent-home/http-contract';
import {
  objectKey,
  rootFingerprint,
  rootSetSchema,
  type SeenVersion,
  type TrustedKeys,
  VerificationError,
  verifyKeysFromPins,
  verifyPlatformTimestamp,
} from '@agent-home/protocol';
import { z } from 'zod';

const seenSchema = z.strictObject({ version: z.int().min(1), sha256: z.string() });

/** Trust memory of a browser between visits: without it another home's keys could be shown. */
const trustMemorySchema = z.strictObject({
  root_set: rootSetSchema,
  keys: seenSchema.exactOptional(),
  timestamp: seenSchema.exactOptional(),
});
export type TrustMemory = z.infer<typeof trustMemorySchema>;

export interface Trust {
  keys: TrustedKeys;
  memory: TrustMemory;
  fingerprint: string;
  /** True if no root was remembered and this one was trusted on first use. */
  isFirstUse: boolean;
  /** Time at which the key list was last confirmed; undefined if it is not, or too long ago. */
  currentAt: string | undefined;
}

const encoder = new TextEncoder();

/**
 * Derives trusted keys from the response of the home. The remembered root decides; another root is accepted only if a chain of
 * signatures leads to it from the remembered one.
 * @throws VerificationError
 */
export function establishTrust(answer: TrustAnswer, memory: unknown, now: Date): Trust {
  const remembered = memory === undefined ? undefined : trustMemorySchema.safeParse(memory).data;
  // An attacker who can damage the memory must not be able to erase it that way.
  if (memory !== undefined && !remembered)
    throw untrusted('what this browser remembers of the home is damaged');
  const answered = rootSetSchema.safeParse(answer.root_set).data;
  if (!answered) throw untrusted('the root set is none');
  const pinned = remembered?.root_set ?? answered;
  const bytes = encoder.encode(answer.keys.text);
  // The root shown to newcomers must belong to the same chain of roots.
  const keys = verifyKeysFromPins({ bytes, pins: [pinned, answered], seen: remembered?.keys });
  const timestamp = checkTimestamp(answer, keys, remembered?.timestamp, now);
  const seen = ({ version, sha256 }: SeenVersion) => ({ version, sha256 });
  const newestTimestamp = timestamp ?? remembered?.timestamp;
  return {
    keys,
    memory: {
      root_set: keys.rootSet,
      keys: seen(keys),
      ...(newestTimestamp ? { timestamp: seen(newestTimestamp) } : {}),
    },
    fingerprint: rootFingerprint(keys.rootSet),
    isFirstUse: remembered === undefined,
    currentAt: timestamp?.object.cert.issued_at,
  };
}

/** An outdated timestamp means unknown; any other fault of it is an attack. */
function checkTimestamp(
  answer: TrustAnswer,
  trust: TrustedKeys,
  seen: SeenVersion | undefined,
  now: Date,
): ReturnType<typeof verifyPlatformTimestamp> | undefined {
  if (!answer.timestamp) return undefined;
  try {
    return verifyPlatformTimestamp({ bytes: encoder.encode(answer.timestamp.text), trust, now, seen });
  } catch (error) {
    if (error instanceof VerificationError && error.code === 'stale') return undefined;
    throw error;
  }
}

function untrusted(message: string): VerificationError {
  return new VerificationError('untrusted_root', objectKey('platform_keys'), message);
}
