import { createHash } from 'node:crypto';
import {
  canonicalJson,
  canonicalJsonBytes,
  encodeBase64Url,
  hashLedgerHeader,
  type JsonObject,
  type LedgerHeader,
  objectKey,
  type Signer,
  signerOf,
} from '@agent-home/protocol';
import { inBucket, type Json, type Surroundings } from './fault.ts';

/** A key that the home never listed. */
export const stranger: Signer = signerOf(new Uint8Array(32).fill(77));

export function parse(bytes: Uint8Array): Json {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Json;
}

/** Signs an object without any check; `certify` would refuse most of these. */
export function resigned(object: Json, signer: Signer, cert: Json = {}): Uint8Array {
  const { signature: _, ...before } = object.cert as Json;
  const unsigned = { ...object, cert: { ...before, key_id: signer.keyId, ...cert } } as JsonObject;
  const signature = encodeBase64Url(signer.sign(canonicalJsonBytes(unsigned)));
  const whole = { ...unsigned, cert: { ...(unsigned.cert as JsonObject), signature } };
  return Buffer.from(canonicalJson(whole));
}

export function byRegistry({ home }: Surroundings, object: Json, cert: Json = {}): Uint8Array {
  return resigned(object, home.open.keys.signers.registry, cert);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Entry extends Json {
  header: LedgerHeader & Json;
  body?: { salt: string; text: string };
}

/**
 * Forges a consistent ledger with one change: previous hashes, the head in the state and every certificate match.
 * @param edit changes an entry before it is chained
 * @param spoil changes it afterwards, which breaks the chain
 */
export function otherLedger(
  edit: (entry: Entry) => void,
  spoil: (header: Json, entry: Entry) => void = () => {},
) {
  return async (key: string, bytes: Uint8Array, around: Surroundings): Promise<Uint8Array | undefined> => {
    const [, topicId = '', place = ''] = /^topics\/(kit-[0-9a-f]+)\/(ledger|state)/.exec(key) ?? [];
    if (topicId === '') return undefined;
    const object = parse(bytes);
    const upTo =
      place === 'state' ? (object.ledger as { sequence: number }).sequence : (object.sequence as number);
    let previous: string | undefined;
    let last: Entry | undefined;
    for (let sequence = 1; sequence <= upTo; sequence++) {
      const entryKey = objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
      const entry = parse(await inBucket(around, entryKey)) as Entry;
      edit(entry);
      if (previous !== undefined) entry.header.previous = previous;
      spoil(entry.header, entry);
      previous = hashLedgerHeader(entry.header);
      last = entry;
    }
    if (place === 'ledger') return last && byRegistry(around, last);
    return byRegistry(around, { ...object, ledger: { sequence: upTo, head: previous } });
  };
}

/** Returns true if this entry is the earliest accepted message. */
export function isFirstLine({ header }: Entry): boolean {
  return header.input.type === 'message' && header.sequence === 3;
}
