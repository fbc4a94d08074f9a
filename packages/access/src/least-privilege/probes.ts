import fc from 'fast-check';
import type { PolicyRequest } from '../policy/policy-document.ts';
import { BUCKET, type HomeScenario, NOW } from './home-scenario.ts';
import type { Deed } from './oracle.ts';
import { moments, places } from './probed-places.ts';

/** Access attempt that is independent of a home: `place` and `moment` select among the home's places and moments. */
interface Probe {
  action: string;
  place: number;
  twist: keyof typeof twists;
  moment: number;
  bucket: string;
}

const VERBS = {
  oss: { GetObject: 'get', PutObject: 'put', ListObjects: 'list' },
  s3: { GetObject: 'get', PutObject: 'put', ListBucket: 'list' },
} as const;
const OTHER_OBJECT_ACTIONS = [
  'DeleteObject',
  'GetObjectAcl',
  'PutObjectAcl',
  'PutObjectTagging',
  'AbortMultipartUpload',
  'ListParts',
  'GetObjectVersion',
  'RestoreObject',
];
const OTHER_BUCKET_ACTIONS = [
  'ListObjectVersions',
  'ListMultipartUploads',
  'GetBucketInfo',
  'PutBucketAcl',
  'DeleteBucket',
];
const BUCKET_ACTIONS = new Set(['ListObjects', 'ListBucket', ...OTHER_BUCKET_ACTIONS]);

/** Difference between a near miss and an existing place. */
const twists = {
  exact: (place: string) => place,
  folder: (place: string) => place.slice(0, place.lastIndexOf('/') + 1),
  folderWithoutSlash: (place: string) => place.slice(0, Math.max(place.lastIndexOf('/'), 0)),
  topFolder: (place: string) => place.slice(0, place.indexOf('/') + 1),
  oneShorter: (place: string) => place.slice(0, -1),
  slashAfter: (place: string) => `${place}/`,
  below: (place: string) => `${place}/x`,
  longer: (place: string) => `${place}0`,
  backup: (place: string) => `${place}.bak`,
  leadingSlash: (place: string) => `/${place}`,
  doubleSlash: (place: string) => place.replace('/', '//'),
  climbing: (place: string) => place.replace('/', '/x/../'),
  climbingOut: (place: string) => `${place.slice(0, place.lastIndexOf('/') + 1)}../../platform/keys.json`,
  encodedSlash: (place: string) => place.replaceAll('/', '%2F'),
  encodedDot: (place: string) => place.replaceAll('.', '%2e'),
  upperCase: (place: string) => place.toUpperCase(),
  upperInitial: (place: string) => place.charAt(0).toUpperCase() + place.slice(1),
  star: (place: string) => `${place.slice(0, place.lastIndexOf('/') + 1)}*`,
  onlyStar: () => '*',
  empty: () => '',
};

const twistNames = Object.keys(twists) as (keyof typeof twists)[];

export const probeArbitrary = (dialect: 'oss' | 's3'): fc.Arbitrary<Probe> =>
  fc.record({
    action: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...Object.keys(VERBS[dialect])) },
      { weight: 1, arbitrary: fc.constantFrom(...OTHER_OBJECT_ACTIONS) },
      { weight: 1, arbitrary: fc.constantFrom(...OTHER_BUCKET_ACTIONS) },
    ),
    place: fc.nat(),
    twist: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('exact' as const, 'folder' as const) },
      { weight: 4, arbitrary: fc.constantFrom(...twistNames) },
    ),
    moment: fc.nat(),
    bucket: fc.oneof(
      { weight: 19, arbitrary: fc.constant(BUCKET) },
      { weight: 1, arbitrary: fc.constantFrom('agent-home2', 'agent', 'other') },
    ),
  });

/** Returns the probe in this home: the request to the store, and its meaning. */
export function aim(
  dialect: 'oss' | 's3',
  probe: Probe,
  home: HomeScenario,
): { request: PolicyRequest; deed: Deed } {
  const choose = <Item>(items: Item[], index: number) => items[index % items.length];
  const at = choose(moments(home), probe.moment) ?? NOW;
  const target = twists[probe.twist](choose(places(home), probe.place) ?? '');
  const verbs: Record<string, Deed['verb']> = VERBS[dialect];
  const verb = verbs[probe.action] ?? 'other';
  const onBucket = BUCKET_ACTIONS.has(probe.action) || target === '';
  // An empty target is tried both ways: as `prefix=` and without a prefix.
  const named = !onBucket || target !== '' || probe.moment % 2 === 0;
  const root =
    dialect === 'oss' ? `acs:oss:oss-cn-hangzhou:1234567890:${probe.bucket}` : `arn:aws:s3:::${probe.bucket}`;
  const [prefixKey, timeKey] =
    dialect === 'oss' ? ['oss:Prefix', 'acs:CurrentTime'] : ['s3:prefix', 'aws:CurrentTime'];
  return {
    request: {
      action: `${dialect}:${probe.action}`,
      resource: onBucket ? root : `${root}/${target}`,
      context: {
        [timeKey]: new Date(at).toISOString(),
        ...(verb === 'list' && named && { [prefixKey]: target }),
      },
    },
    deed: { verb, bucket: probe.bucket, target: named ? target : undefined, at },
  };
}
