import fc from 'fast-check';
import type { PolicyRequest } from '../policy/policy-document.ts';
import { AGENT, BUCKET, HEARTBEAT, type HomeScenario, NOW, type Ticket, TOPIC_IDS } from './home-scenario.ts';
import type { Deed } from './oracle.ts';

/** One attempt, before it meets a home: `place` and `moment` choose among what that home has. */
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

/** How a near miss differs from a place that exists. */
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

/** Every kind of place a home has, in granted and in sibling topics, plus the keys of the tickets. */
function places(home: HomeScenario): string[] {
  const inTopic = (id: string) =>
    [
      'manifest.json',
      'state.json',
      'summary.json',
      'ledger/0000000001.json',
      'results/ada/r1.json',
      'messages/ada/m1.json',
      'messages/bob/m1.json',
      'requests/ada/m1.json',
      'requests/bob/m1.json',
    ].map((name) => `topics/${id}/${name}`);
  return [
    'agents/all/ada.json',
    'agents/presence/a.json',
    HEARTBEAT,
    'agents/heartbeats/a/ada2.last',
    'agents/heartbeats/b/ada.last',
    `agents/prompts/${AGENT}/bundle.json`,
    'platform/keys.json',
    ...TOPIC_IDS.flatMap(inTopic),
    ...TOPIC_IDS.flatMap((id) => [...inTask(id), ...inCircle(id)]),
    ...home.tasks.flatMap(({ id }) => Array<string[]>(4).fill(inTask(id)).flat()),
    ...home.circles.flatMap(({ id }) => Array<string[]>(4).fill(inCircle(id)).flat()),
    // What was asked for comes again and again: an arbitrary place would hardly ever be granted.
    ...home.topics.flatMap(({ id }) => Array<string[]>(6).fill(inTopic(id)).flat()),
    ...ticketsOf(home).flatMap(({ key }) => Array<string>(6).fill(key)),
  ];
}

const inTask = (id: string) =>
  ['manifest.json', `agents/${AGENT}/index.json`, `agents/${AGENT}/work.txt`, 'agents/bob/index.json'].map(
    (name) => `tasks/${id}/${name}`,
  );

const inCircle = (id: string) =>
  [
    'manifest.json',
    `members/${AGENT}.json`,
    'members/bob.json',
    `join_requests/${AGENT}/m1.json`,
    'join_requests/bob/m1.json',
    `join_approvals/${AGENT}/m1.json`,
    'join_approvals/bob/m1.json',
  ].map((name) => `circles/${id}/${name}`);

function ticketsOf({ topics, circles }: HomeScenario): Ticket[] {
  return [
    ...topics.flatMap(({ messages, requests }) => [...messages, ...requests]),
    ...circles.flatMap(({ joins, approvals }) => [...joins, ...approvals]),
  ];
}

function moments(home: HomeScenario): number[] {
  const ends = ticketsOf(home).map((ticket) => ticket.notAfter);
  return [
    NOW,
    ...ends.flatMap((end) => {
      const second = end - (end % 1000);
      return [second - 1000, second - 1, second, second + 1, end, second + 1000];
    }),
  ];
}

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

/** The probe in this home: what is asked of the store, and what that means. */
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
  // An empty target is asked both ways: as `prefix=` and as no prefix at all.
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
