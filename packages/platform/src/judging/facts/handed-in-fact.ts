import type { Facts } from '@agent-home/modes';
import { ObjectStoreError, type ObjectStoreErrorCode } from '@agent-home/object-store';
import { parseObjectKey, sha256Hex } from '@agent-home/protocol';
import { and, eq, isNotNull } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';

type Found = NonNullable<Facts['handed_in']>;

/** Largest submitted work that the platform shows; larger objects are not reviewed. */
const maxBytes = 10 * 1024 * 1024;

/** Errors for a missing plain object at the agent's key. */
const isNothing: readonly ObjectStoreErrorCode[] = [
  'not_found',
  'not_plain',
  'content_encoding',
  'too_large',
  'changed',
];

/**
 * Returns the hash of submitted work, or that there is none: a message as accepted in the ledger, or an
 * artifact as it is in the bucket. @throws ObjectStoreError if the store does not respond
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
