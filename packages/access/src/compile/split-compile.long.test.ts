import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideGrant } from '../grants/decide-grant.ts';
import type { KeyPermission } from '../grants/key-permission.ts';
import { compilePermissions } from './compile-permissions.ts';

const bucket = 'agent-home';
const now = new Date('2026-11-21T12:00:00Z');

interface Asked {
  id: string;
  scope: 'all' | 'judged';
  /** Seconds until the ticket for a message ends; 0 without a ticket. */
  seconds: number;
}

/** Returns the permissions of one topic's grants, by the platform's own decisions. */
function getPermissions({ id, scope, seconds }: Asked): KeyPermission[] {
  const topic = {
    topic_id: id,
    visibility: 'public',
    read_scope: scope,
    allowlisted: false,
    participant: false,
    circle_member: false,
    owner_id: 'olga',
    status: 'open',
    mode_supported: true,
  } as const;
  const key = `topics/${id}/messages/ada/turn_000001_0001.json`;
  const writable = { keys: [{ key, not_after: new Date(now.getTime() + seconds * 1000) }] };
  const agent = { agent_id: 'ada', standing: 'admitted' } as const;
  const facts = { now, agent, heartbeat_key: 'agents/heartbeats/a/ada.last', topic, writable };
  const types = ['topic_read', ...(seconds > 0 ? ['topic_message_write'] : [])];
  return types.flatMap((type) => {
    const decision = decideGrant({ type, topic_id: id }, facts);
    return 'permissions' in decision ? decision.permissions : [];
  });
}

/** Returns the rights of these grants, one per line, from the seed and the store's language, independently of our compiler. */
function getRights(dialect: 'oss' | 's3', { id, scope, seconds }: Asked): string[] {
  const at = dialect === 'oss' ? `acs:oss:*:*:${bucket}` : `arn:aws:s3:::${bucket}`;
  const folder = `topics/${id}/`;
  const read =
    scope === 'all' ? ['*'] : ['manifest.json', 'state.json', 'summary.json', 'ledger/*', 'results/*'];
  const listed = dialect === 's3' ? [] : scope === 'all' ? ['*'] : ['ledger/*', 'results/*'];
  const end = new Date(now.getTime() + seconds * 1000).toISOString().replace('.000Z', '+00:00');
  const message = `${dialect}:PutObject ${at}/${folder}messages/ada/turn_000001_0001.json`;
  return [
    ...read.map((name) => `${dialect}:GetObject ${at}/${folder}${name}`),
    ...listed.map((name) => `oss:ListObjects ${at} ${folder}${name}`),
    ...(seconds > 0 ? [dialect === 'oss' ? `${message} before ${end}` : message] : []),
  ];
}

type Written = {
  Effect: string;
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
};

/** Returns the rights in a document, read from its text. */
function rightsIn(document: string): string[] {
  const { Statement } = JSON.parse(document) as { Statement: Written[] };
  return Statement.flatMap(({ Effect, Action, Resource, Condition = {} }) => {
    expect(Effect).toBe('Allow');
    const { StringLike, DateLessThan, ...others } = Condition;
    expect(others).toEqual({});
    const prefixes = StringLike
      ? [StringLike['oss:Prefix'] ?? []].flat().map((prefix) => ` ${prefix}`)
      : [''];
    const before = DateLessThan ? ` before ${String(DateLessThan['acs:CurrentTime'])}` : '';
    return [Action]
      .flat()
      .flatMap((action) =>
        [Resource]
          .flat()
          .flatMap((resource) => prefixes.map((prefix) => `${action} ${resource}${prefix}${before}`)),
      );
  });
}

const topics = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,62}$/),
    scope: fc.constantFrom('all' as const, 'judged' as const),
    seconds: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3600 })),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 500, size: 'max' },
);

describe.each(['oss', 's3'] as const)('up to 500 topics at once, in the dialect of %s', (dialect) => {
  it('credentials for 500 topics are split, never widened', () => {
    let largest = 0;
    fc.assert(
      fc.property(topics, (asked) => {
        const compiled = compilePermissions(asked.flatMap(getPermissions), { dialect, bucket });
        for (const { document } of compiled) {
          expect(document.length).toBeLessThanOrEqual(2048);
          expect(Buffer.byteLength(document)).toBeLessThanOrEqual(2048);
        }
        const carried = compiled.flatMap(({ document }) => rightsIn(document)).sort();
        expect(carried).toEqual(asked.flatMap((one) => getRights(dialect, one)).sort());
        largest = Math.max(largest, asked.length);
      }),
      { numRuns: 40, seed: 2_026 },
    );
    // Small homes never need a split, so they would not test it.
    expect(largest).toBeGreaterThan(300);
  });
});
