import type { CertifiedText, TrustAnswer } from '@agent-home/http-contract';
import {
  canonicalJson,
  type JsonObject,
  objectKey,
  openLedgerPack,
  rootSetSchema,
  type TopicLedgerPack,
} from '@agent-home/protocol';

const files = import.meta.glob<string>('../../../../../examples/oss/**/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const trustFile = import.meta.glob<string>('../../../../../examples/oss-trust.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const root = '../../../../../examples/oss/';
const pin = JSON.parse(Object.values(trustFile)[0] ?? '') as { as_of: string; root_set: JsonObject };

/** Time at which the published home is read. */
export const asOf = new Date(pin.as_of);
/** Newest root set of the home: the last of a chain in which each set signs the next one. */
export const newestRootSet = rootSetSchema.parse(
  (getObject('platform/keys.json').root_sets as JsonObject[]).at(-1),
);

export const topicIds = [
  ...new Set(Object.keys(files).flatMap((path) => /topics\/([^/]+)\/manifest/.exec(path)?.[1] ?? [])),
];

/** Reads an object as stored in the bucket: one line in canonical form. */
export function objectAt(key: string): CertifiedText {
  return certifiedText(key, getObject(key));
}

function getObject(key: string): JsonObject {
  const file = files[root + key];
  if (file === undefined) throw new Error(`no example at ${key}`);
  return JSON.parse(file) as JsonObject;
}

export function certifiedText(key: string, object: JsonObject): CertifiedText {
  return { object_key: key, version: 1, text: canonicalJson(object) };
}

export function trustAnswer(): TrustAnswer {
  return {
    root_set: pin.root_set,
    keys: objectAt('platform/keys.json'),
    timestamp: objectAt('platform/timestamp.json'),
  };
}

/** Returns the ledger as the API does: for an archived topic every entry by itself, taken from its pack. */
export function getLedger(topicId: string): CertifiedText[] {
  return Object.keys(files)
    .filter((path) => path.startsWith(`${root}topics/${topicId}/ledger/`))
    .sort()
    .flatMap((path) => {
      const object = getObject(path.slice(root.length));
      if (object.kind !== 'topic_ledger_pack') return [objectAt(path.slice(root.length))];
      const texts = openLedgerPack(object as unknown as TopicLedgerPack);
      return [...texts].map(([sequence, text]) => ({
        object_key: objectKey('topic_ledger_entry', { topic_id: topicId, sequence }),
        version: 1,
        text,
      }));
    });
}
