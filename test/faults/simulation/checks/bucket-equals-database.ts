import {
  type CertifiedKind,
  canonicalJson,
  type JsonObject,
  objectKey,
  objectKeyTable,
  parseObjectKey,
  type TopicLedgerEntry,
  type TopicState,
  VerificationError,
  verifyCertified,
} from '@agent-home/protocol';
import type { Evidence, Finding, JudgedRow, TopicAtRest } from './evidence.ts';

const check = 'bucket equals database';

/**
 * Requires that the bucket contains the newest version of every platform object, byte for byte, and no other, and that it describes
 * each topic as the database does.
 */
export function bucketEqualsDatabase(evidence: Evidence): Finding[] {
  const { bucket, published } = evidence;
  const known = new Set(published.map(({ objectKey }) => objectKey));
  const foreign = [...bucket.keys()].filter((key) => !known.has(key));
  return [
    ...foreign.map((subject) => ({ check, subject, problem: 'is in the bucket and nowhere else' })),
    ...published.flatMap(({ objectKey, version, confirmedVersion, confirmedText }) => {
      const found = bucket.get(objectKey);
      const problem =
        confirmedVersion !== version
          ? `version ${version} was promised, ${confirmedVersion ?? 'none'} was put`
          : found === undefined
            ? 'is not in the bucket'
            : found !== confirmedText
              ? 'differs from what the database says is there'
              : wrongObject(evidence, objectKey, version, found);
      return problem === undefined
        ? []
        : [{ check, subject: objectKey, problem, detail: { confirmedText, found } }];
    }),
    ...evidence.ledger.flatMap((row) => wrongEntry(evidence, row)),
    ...evidence.topics.flatMap((row) => wrongState(evidence, row)),
  ];
}

function wrongEntry({ bucket }: Evidence, row: JudgedRow): Finding[] {
  const { topicId, sequence, header, bodyText, outcome } = row;
  const subject = objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
  const text = bucket.get(subject);
  if (text === undefined) return [{ check, subject, problem: 'is a row and not in the bucket' }];
  const entry = JSON.parse(text) as TopicLedgerEntry;
  const found = { header: canonicalJson(entry.header as JsonObject), bodyText: entry.body?.text ?? null };
  if (found.header === header && found.bodyText === bodyText && entry.header.verdict.outcome === outcome)
    return [];
  return [
    { check, subject, problem: 'says something else than its row', detail: { header, bodyText, found } },
  ];
}

function wrongState({ bucket }: Evidence, topic: TopicAtRest): Finding[] {
  const { topicId, state, ledgerSequence, ledgerHead } = topic;
  const subject = objectKey('topic_state', { topic_id: topicId });
  const text = bucket.get(subject);
  if (text === undefined) return [{ check, subject, problem: 'is a row and not in the bucket' }];
  const published = JSON.parse(text) as TopicState;
  const isSame =
    canonicalJson(published.state as JsonObject) === state &&
    published.ledger?.sequence === ledgerSequence &&
    published.ledger.head === ledgerHead;
  return isSame
    ? []
    : [{ check, subject, problem: 'says something else than its row', detail: { topic, text } }];
}

/** Returns the reason for which a reader would refuse the object. */
function wrongObject(
  { trust, now }: Evidence,
  objectKey: string,
  version: number,
  text: string,
): string | undefined {
  const place = parseObjectKey(objectKey);
  if (!place || objectKeyTable[place.kind].owner !== 'platform') return 'is no key of the platform';
  // Signed by the roots, not by this home's signing keys.
  if (place.kind === 'platform_keys') return undefined;
  try {
    const { object } = verifyCertified({
      bytes: new TextEncoder().encode(text),
      objectKey,
      kind: place.kind as CertifiedKind,
      trust,
      now,
      seen: undefined,
    });
    const certified = (object as { cert: { version: number } }).cert.version;
    return certified === version ? undefined : `is certified as version ${certified}, not ${version}`;
  } catch (error) {
    if (error instanceof VerificationError) return `does not verify: ${error.code}`;
    throw error;
  }
}
