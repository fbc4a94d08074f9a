import { expect, it } from 'vitest';
import { z } from 'zod';
import { versionedKey } from '../keys/versioned-key.ts';
import type { SchemaEdition } from '../schema/edition.ts';
import { topicManifestSchema } from '../schema/topic-manifest.ts';
import { getBody, optionsFor, tampered } from '../testing/certified-objects.ts';
import { examples } from '../testing/example-objects.ts';
import { codeFor, genuine, read, set } from '../testing/verify-support.ts';
import { CertifyError, certify } from './certify.ts';

const { title, ...others } = topicManifestSchema.shape;
/** Manifest whose title is named `heading`. */
const edition: SchemaEdition<'topic_manifest'> = {
  kind: 'topic_manifest',
  schemaVersion: 2,
  schema: z.looseObject({ ...others, schema_version: z.literal(2), heading: title }),
  fromFirst: ({ title: heading, ...rest }) => ({ ...rest, schema_version: 2, heading: heading ?? null }),
  toFirst: ({ heading, ...rest }) => ({ ...rest, schema_version: 1, title: heading ?? null }),
};
const first = examples.topic_manifest.key;
const objectKey = versionedKey(first, 2);
const body = edition.fromFirst(getBody('topic_manifest'));
const second = certify(body, { ...optionsFor('topic_manifest'), objectKey, edition });

it('a reader converts a later schema version to the first', () => {
  const { object } = read(second.bytes, { objectKey, edition });
  expect(object).toMatchObject({ schema_version: 1, title: genuine.object.title });
  expect(object).not.toHaveProperty('heading');
});

it('a later schema version is valid at its key alone', () => {
  expect(codeFor(second.bytes, { objectKey })).toBe('unsupported_schema_version');
  expect(codeFor(second.bytes, { objectKey: first, edition })).toBe('wrong_object_key');
  expect(codeFor(genuine.bytes, { objectKey, edition })).toBe('wrong_object_key');
  expect(codeFor(second.bytes, { objectKey: versionedKey(first, 3), edition })).toBe('wrong_object_key');
  const changed = tampered(second.object, set('heading', 'Another'));
  expect(codeFor(changed, { objectKey, edition })).toBe('bad_signature');
  const lessened = tampered(second.object, set('schema_version', 1));
  expect(codeFor(lessened, { objectKey, edition })).toBe('wrong_object_key');
  const shapeless = tampered(second.object, (object) => delete object.heading);
  expect(codeFor(shapeless, { objectKey, edition })).toBe('invalid_schema');
});

it('a newer reader reads the first version as before', () => {
  expect(read(genuine.bytes, { objectKey: first, edition }).object).toEqual(genuine.object);
});

it('refuses content that the first version cannot have', () => {
  const { heading: _, ...titleless } = { ...body, heading: null };
  const loose = { ...edition, schema: z.looseObject({ schema_version: z.literal(2) }) };
  const signed = certify(titleless, { ...optionsFor('topic_manifest'), objectKey, edition: loose });
  expect(codeFor(signed.bytes, { objectKey, edition: loose })).toBe('invalid_schema');
});

it('no version is certified for the key of another', () => {
  const options = optionsFor('topic_manifest');
  const sign = (what: typeof body, changes: object) => () => certify(what, { ...options, ...changes });
  expect(sign(body, { objectKey: first, edition })).toThrow(CertifyError);
  expect(sign(body, { objectKey })).toThrow(CertifyError);
  expect(sign(getBody('topic_manifest'), { objectKey, edition })).toThrow(CertifyError);
});
