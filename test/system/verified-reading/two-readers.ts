import { ObjectStoreError } from '@agent-home/object-store';
import { objectKey, parseObjectKey, VerificationError } from '@agent-home/protocol';
import { ProofSession } from '../../../apps/console/src/proof/proof-session.ts';
import type { Alarm, Check, EntryProof } from '../../../apps/console/src/proof/types.ts';
import type { FromWorker } from '../../../apps/console/src/proof/worker-messages.ts';
import { cardView } from '../../../packages/sdk/src/cards/card-view.ts';
import { FailureReporter } from '../../../packages/sdk/src/read/failure-reporter.ts';
import { createVerifiedReading } from '../../../packages/sdk/src/read/open-reading.ts';
import { topicId } from '../../../packages/sdk/src/testing/topic-authors.ts';
import { collect } from '../../../packages/sdk/src/testing/topic-reading-support.ts';
import { readableTopic } from '../../../packages/sdk/src/topic-reading/readable-topic.ts';
import { TrustMemory } from '../../../packages/sdk/src/trust/trust-memory.ts';
import { VersionFloor } from '../../../packages/sdk/src/trust/version-floor.ts';
import { now, type TamperedTopic } from './tampered-topic.ts';

/** First fault of a topic: the entry, 0 for other objects, and the code of a reader that refuses it. */
export interface Fault {
  sequence: number;
  code: string;
}

/** Reads with the SDK, which refuses a topic at its first fault. */
export async function refusedBySdk(topic: TamperedTopic): Promise<Fault | undefined> {
  let missing = '';
  const raw = {
    get: async (key: string) => {
      const bytes = topic.bucket.objects.get(key);
      if (bytes) return bytes;
      if (parseObjectKey(key)?.kind === 'topic_ledger_entry') missing ||= key;
      throw new ObjectStoreError('not_found', key);
    },
  };
  const memory = new TrustMemory({
    agentId: undefined,
    rootSet: undefined,
    seen: [],
    ledgers: topic.seen ? [[topicId, topic.seen]] : [],
  });
  const log = () => {};
  const failures = new FailureReporter(undefined, log);
  const surroundings = { now: () => now.getTime(), randomBytes: (length: number) => new Uint8Array(length) };
  const parts = { raw, memory, floor: new VersionFloor(), failures, surroundings, log };
  const { reader } = createVerifiedReading(parts, { rootSet: topic.certified.rootSet });
  const card = async (agentId: string) => {
    const key = objectKey('agent_card', { agent_id: agentId });
    return cardView((await reader.read('agent_card', key, { type: 'registry_read' })).object);
  };
  try {
    const reading = await readableTopic(topicId, {
      reader,
      memory,
      failures,
      surroundings,
      log,
      card,
      refreshCard: card,
      feed: { watch: () => () => {}, isHearing: false },
      polling: { activeMs: 5, idleMs: 5 },
      closing: new AbortController().signal,
    });
    await collect(reading.messages({ strict: true }));
    return undefined;
  } catch (error) {
    if (error instanceof VerificationError)
      return { sequence: sequenceIn(error.objectKey), code: error.code };
    if (error instanceof ObjectStoreError) return { sequence: sequenceIn(missing), code: error.code };
    throw error;
  }
}

/** Reads with the web UI, which shows faults and continues. */
export async function shownByConsole(topic: TamperedTopic): Promise<Fault[]> {
  const told: FromWorker[] = [];
  const certified = (key: string) => ({ object_key: key, version: 1, text: topic.textAt(key) ?? '' });
  const session = new ProofSession(
    { type: 'open', topicId, memory: undefined, seen: topic.seen },
    {
      readTrust: async () => ({
        root_set: topic.certified.rootSet,
        keys: certified(objectKey('platform_keys')),
        timestamp: certified(objectKey('platform_timestamp')),
      }),
      readLedger: async (_, after, limit) => {
        const entries = [];
        for (let next = after + 1; next <= after + limit; next++) {
          if (topic.textAt(topic.getKey(next)) === undefined) break;
          entries.push(certified(topic.getKey(next)));
        }
        return { entries, published_sequence: after + entries.length };
      },
      readChanges: async () => ({ changed: [] }),
      readObject: async (key) => topic.textAt(key),
      now: () => now,
      post: (message) => told.push(message),
      breathe: async () => {},
    },
  );
  const toText = (kind: 'topic_manifest' | 'topic_state') =>
    topic.textAt(objectKey(kind, { topic_id: topicId })) ?? '';
  await session.refresh({ manifest: toText('topic_manifest'), state: toText('topic_state') });
  const proofs = new Map(
    told.flatMap((message) =>
      message.type === 'proofs' ? message.proofs.map((proof) => [proof.sequence, proof] as const) : [],
    ),
  );
  const alarms = told.filter((message) => message.type === 'alarms').at(-1)?.alarms ?? [];
  const faults = [
    ...[...proofs.values()].flatMap(faultsIn),
    ...alarms.map((alarm) => getFault(alarm, topic)),
  ];
  return faults.sort((one, other) => one.sequence - other.sequence);
}

/** Codes of the web UI, with the SDK's codes for the same fault. */
const refusals: Record<string, string> = {
  body_differs: 'broken_chain',
  history_changed: 'broken_chain',
  head_mismatch: 'broken_chain',
  reveal_differs: 'broken_chain',
  // The store's error for a reader that requests the missing entry.
  truncated_ledger: 'not_found',
};

/** Returns the failed checks of an entry in the order in which a refusing reader makes them. */
function faultsIn({ sequence, checks }: EntryProof): Fault[] {
  const isFork = checks.author.code === 'forked_history';
  const order: Check[] = [checks.form, checks.certificate, checks.chain, ...(isFork ? [checks.author] : [])];
  return order.flatMap(({ state, code = '' }) =>
    state === 'fails' ? [{ sequence, code: refusals[code] ?? code }] : [],
  );
}

function getFault({ code, where }: Alarm, topic: TamperedTopic): Fault {
  const sequence = code === 'head_mismatch' ? topic.last : sequenceIn(where);
  return { sequence, code: refusals[code] ?? code };
}

function sequenceIn(key: string): number {
  const place = parseObjectKey(key);
  return place?.kind === 'topic_ledger_entry' ? place.parts.sequence : 0;
}
