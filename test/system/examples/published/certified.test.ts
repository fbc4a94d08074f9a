import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  canonicalJson,
  checkAuthorSignature,
  commitmentOf,
  decodeBase64Url,
  isCertifiedKind,
  type JsonObject,
  mayLieAt,
  objectKey,
  objectKeyTable,
  parseObjectKey,
  schemaOf,
  verifyPlatformTimestamp,
} from '@agent-home/protocol';
import { replayLedger } from '@agent-home/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleFolder, repository, treeName, trustFile } from '../../../../examples/published-home/tree.ts';
import { toJson } from '../read-example.ts';
import { type PublishedExample, readPublished } from './read-published.ts';

let here: PublishedExample;
beforeAll(async () => {
  here = await readPublished();
});

describe('the published home in examples/oss', () => {
  test('every kind of object has its example', () => {
    const shown = new Set(here.example.objects.flatMap(({ place }) => place?.kind ?? []));
    expect([...shown].sort()).toEqual(Object.keys(objectKeyTable).sort());
    for (const { key, bytes, place } of here.example.objects) {
      if (!place) {
        expect(key).toMatch(/^tasks\/[a-z0-9_-]+\/agents\/[a-z0-9_-]+\/.+/);
        continue;
      }
      const object = toJson(bytes);
      expect(mayLieAt(place.kind, object.kind), key).toBe(true);
      const schema = schemaOf(place.kind, Number(object.schema_version), object.kind);
      expect(schema, `${key} is of no version that there is`).toBeDefined();
      expect(schema?.safeParse(object).error, key).toBeUndefined();
      for (const [name, value] of Object.entries(place.parts))
        if (object[name] !== undefined) expect(object[name], key).toBe(value);
    }
  });

  test('every platform signature in the example verifies from the root', () => {
    const certified = here.example.objects.filter(({ place }) => place && isCertifiedKind(place.kind));
    expect(certified.length).toBeGreaterThan(150);
    for (const object of certified) expect(() => here.verify(object), object.key).not.toThrow();
    const { bytes } = here.example.at('platform/timestamp.json');
    const { trust, asOf } = here.example;
    expect(() => verifyPlatformTimestamp({ bytes, trust, now: asOf, seen: undefined })).not.toThrow();
    // At a later time the key list would need a new timestamp.
    const later = new Date(asOf.getTime() + 3_600_001);
    expect(() => verifyPlatformTimestamp({ bytes, trust, now: later, seen: undefined })).toThrow();
  });

  test('the example’s pack verifies for each archived entry', () => {
    const packed = here.getPacked('winter-stores');
    expect([...packed.keys()]).toEqual([1, 2, 3, 4, 5]);
    for (const [sequence, bytes] of packed) {
      const key = objectKey('topic_ledger_entry', { topic_id: 'winter-stores', sequence });
      expect(() => here.verify({ key, bytes, file: bytes, place: parseObjectKey(key) })).not.toThrow();
      expect(() => here.example.at(key)).toThrow();
    }
    const left = here.example.objects.filter(({ key }) => key.startsWith('topics/winter-stores/'));
    expect(left.length).toBeLessThanOrEqual(5);
  });

  test('every message in the example is signed and committed to', () => {
    const inputs = [...here.example.of('topic_message'), ...here.example.of('topic_request')];
    const publicKeys = new Map(
      here.example.of('agent_card').map(({ bytes }) => {
        const { agent_id, agent_public_key, previous_public_keys = [] } = toJson(bytes);
        const keys = [agent_public_key, ...(previous_public_keys as unknown[])];
        return [agent_id, keys.map((key) => decodeBase64Url(String(key)) ?? new Uint8Array())] as const;
      }),
    );
    expect(inputs.length).toBeGreaterThan(60);
    for (const { key, bytes } of inputs) {
      const document = toJson(bytes) as JsonObject;
      // Verifies with the author's present key, or with a former one that its card names.
      const signatures = publicKeys.get(document.agent_id)?.map((one) => checkAuthorSignature(document, one));
      expect(signatures, key).toContain('valid');
      // A key may have been rewritten after a rejection; it contains the object that was judged last.
      const judged = here
        .collectEntries(String(document.topic_id))
        .filter(({ header }) => header.input.object_key === key && header.input.type !== 'reveal');
      const entry = judged.at(-1);
      if (entry?.body) {
        expect(entry.body.text, key).toBe(new TextDecoder().decode(bytes));
        const salt = decodeBase64Url(entry.body.salt) ?? new Uint8Array();
        expect(commitmentOf(salt, bytes), key).toBe(entry.header.input.commitment);
      } else {
        expect(entry?.header.context.sealed, key).toBeDefined();
      }
    }
  });

  test('every ledger in the example replays to its state', async () => {
    const gaps = new Map<string, readonly number[]>();
    for (const topicId of here.topicIds()) {
      const { ledger, state } = here.getState(topicId);
      const published = { ledger: { sequence: ledger.sequence, hash: ledger.head }, state };
      const result = await replayLedger(here.collectEntries(topicId), published);
      expect(result, topicId).toMatchObject({ equal: true, sequence: ledger.sequence });
      if (result.equal && result.gaps.length > 0) gaps.set(topicId, result.gaps);
    }
    // The missing messages are those of the withdrawn agent and the one that its topic's owner removed.
    expect([...gaps.keys()].sort()).toEqual(['doorstep', 'fence-talk', 'introductions']);
    expect(gaps.get('fence-talk')).toEqual([3]);
    for (const [topicId, sequences] of gaps)
      for (const sequence of sequences)
        expect(here.collectEntries(topicId)[sequence - 1]?.header.input.agent_id).toBe(
          topicId === 'fence-talk' ? 'pike' : 'driftwood',
        );
    for (const erased of ['spring flood', 'His name and his address']) {
      const left = here.example.objects.filter(({ bytes }) =>
        new TextDecoder().decode(bytes).includes(erased),
      );
      expect(left.map(({ key }) => key)).toEqual([]);
    }
  });

  test('an example file determines its object’s published bytes', () => {
    for (const { key, file, bytes, place } of here.example.objects) {
      const isPlatforms = place !== undefined && objectKeyTable[place.kind].owner === 'platform';
      const text = new TextDecoder().decode(bytes);
      if (isPlatforms) expect(text, key).toBe(canonicalJson(toJson(file) as JsonObject));
      else expect(bytes, key).toBe(file);
    }
  });

  test('the archived change links to examples without copies', () => {
    const archive = join(repository, 'openspec/changes/archive');
    const [name = ''] = readdirSync(archive).filter((change) => change.endsWith('-oss-registry'));
    const files = readdirSync(join(archive, name)).filter((file) => !file.startsWith('.'));
    expect(files).toEqual(['proposal.md']);
    const proposal = readFileSync(join(archive, name, 'proposal.md'), 'utf8');
    const targets = [...proposal.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) =>
      resolve(archive, name, link),
    );
    const example = join(repository, exampleFolder);
    expect(targets).toEqual(
      expect.arrayContaining([join(example, treeName, 'README.md'), join(example, trustFile)]),
    );
  });
});
