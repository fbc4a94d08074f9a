import type { Facts } from '@agent-home/modes';
import { ObjectStoreError, type ObjectStoreErrorCode } from '@agent-home/object-store';
import { parseObjectKey, sha256Hex } from '@agent-home/protocol';
import { and, eq, isNotNull } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';

type Found = NonNullable<Facts['handed_in']>;

/** What the platform would show of work handed in; what is larger is not reviewed. */
const maxBytes = 10 * 1024 * 1024;

/** What an object at an agent's key may be, other than plain work that is there. */
const isNothing: readonly ObjectStoreErrorCode[] = [
  'not_found',
  'not_plain',
  'content_encoding',
  'too_large',
  'changed',
];

/**
 * Whether what an agent points to as its work is there, and the hash of its bytes: a message as the ledger has accepted
 * it, an artifact as it lies in the bucket. @throws ObjectStoreError where the store does not answer
 */
export async function handedInFact(platform: PublishingPlatform, objectKey: string): Promise<Found> {
  return parseObjectKey(objectKey)?.kind === 'topic_message'
    ? messageFact(platform, objectKey)
    : artifactFact(platform, objectKey);
}

export function hashOfText(text: string): string {
  return sha256Hex(new TextEncoder().encode(text));
}

async function messageFact({ database }: PublishingPlatform, objectKey: string): Promise<Found> {
  const { ledgerEntries } = tables;
  const [row] = await database
    .select({ bodyText: ledgerEntries.bodyText })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.objectKey, objectKey),
        eq(ledgerEntries.outcome, 'accepted'),
        isNotNull(ledgerEntries.bodyText),
      ),
    );
  return { sha256: row?.bodyText == null ? null : hashOfText(row.bodyText) };
}

async function artifactFact({ store, config }: PublishingPlatform, objectKey: string): Promise<Found> {
  try {
    const { bytes } = await store.getUploaded(objectKey, { maxBytes, timeoutMs: config.readTimeoutMs });
    return { sha256: sha256Hex(bytes) };
  } catch (error) {
    if (error instanceof ObjectStoreError && isNothing.includes(error.code)) return { sha256: null };
    throw error;
  }
}
