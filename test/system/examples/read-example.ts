import { join } from 'node:path';
import {
  type ObjectKind,
  type ParsedObjectKey,
  parseObjectKey,
  parseStrictJson,
  type RootSet,
  rootSetSchema,
  type TrustedKeys,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import { collectBucketBytes } from '../../../examples/published-home/readable.ts';
import {
  type Files,
  readFiles,
  readme,
  repository,
  treeName,
  trustFile,
} from '../../../examples/published-home/tree.ts';

export type Json = Record<string, unknown>;

export interface ExampleObject {
  key: string;
  /** File as stored in the repository. */
  file: Uint8Array;
  /** Bytes in the bucket. */
  bytes: Uint8Array;
  /** Undefined for artifacts, which may be anywhere below their author's folder. */
  place: ParsedObjectKey | undefined;
}

export interface Example {
  objects: ExampleObject[];
  rootSet: RootSet;
  /** Time of the read. */
  asOf: Date;
  trust: TrustedKeys;
  /** @throws Error if the object does not exist */
  at(key: string): ExampleObject;
  of(kind: ObjectKind): ExampleObject[];
}

/** Reads the stored example like a reader that has only the files and its pinned root. */
export async function readExample(): Promise<Example> {
  const files = await readFiles(join(repository, 'examples'));
  const { root_set, as_of } = toJson(files.get(trustFile) ?? new Uint8Array());
  const objects = objectsIn(files);
  const at = (key: string) => {
    const found = objects.find((one) => one.key === key);
    if (!found) throw new Error(`there is no ${key}`);
    return found;
  };
  const rootSet = rootSetSchema.parse(root_set) as RootSet;
  const keys = at('platform/keys.json').bytes;
  return {
    objects,
    rootSet,
    asOf: new Date(String(as_of)),
    trust: verifyPlatformKeys({ bytes: keys, pinned: rootSet, seen: undefined }),
    at,
    of: (kind) => objects.filter(({ place }) => place?.kind === kind),
  };
}

function objectsIn(files: Files): ExampleObject[] {
  return [...files]
    .filter(([path]) => path !== readme && path !== trustFile)
    .map(([path, file]) => {
      const key = path.slice(treeName.length + 1);
      return { key, file, bytes: collectBucketBytes(key, file), place: parseObjectKey(key) };
    });
}

export function toJson(bytes: Uint8Array): Json {
  return parseStrictJson(bytes, { maxBytes: 4 * 1024 * 1024 }) as Json;
}
