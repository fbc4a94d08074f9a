import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePermissions } from '../compile/compile-permissions.ts';
import { type KeyPermission, type PermissionClass, permissionClasses } from '../grants/key-permission.ts';
import { topicReadPermissions } from '../grants/read-permissions.ts';
import { evaluateSession, type PolicyDocument, type PolicyRequest, parsePolicy } from '../policy/index.ts';
import { grantedPermissions } from './granted-permissions.ts';
import { BUCKET, type HomeScenario, homeArbitrary } from './home-scenario.ts';
import { isGranted } from './oracle.ts';
import { aim, probeArbitrary } from './probes.ts';

const RUNS = 250;
const PROBES_A_RUN = 100;

/** The widest role that an operator could configure by mistake, so that only the session policy restricts an agent. */
const roles: Record<'oss' | 's3', PolicyDocument> = {
  oss: parsePolicy('{"Version":"1","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}', 'oss'),
  s3: parsePolicy(
    '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}',
    's3',
  ),
};

type Rewrite = (document: string) => string;

/** Returns the possible actions of a holder of all credentials of one class; `rewrite` damages the documents. */
function holder(dialect: 'oss' | 's3', permissions: KeyPermission[], rewrite: Rewrite = (same) => same) {
  const sessions = compilePermissions(permissions, { dialect, bucket: BUCKET }).map((policy) => {
    expect(policy.document.length).toBeLessThanOrEqual(2048);
    return { class: policy.class, policy: parsePolicy(rewrite(policy.document), dialect) };
  });
  return (permissionClass: PermissionClass, request: PolicyRequest) =>
    sessions.some(
      (session) =>
        session.class === permissionClass &&
        evaluateSession({ session: session.policy, role: roles[dialect] }, request) === 'allow',
    );
}

/** Compares the compiled policies with the meaning of the grants, for random attempts in random homes. */
function agreement(dialect: 'oss' | 's3', observe: (allowed: boolean) => void, rewrite?: Rewrite) {
  return fc.property(
    homeArbitrary,
    fc.array(probeArbitrary(dialect), { minLength: PROBES_A_RUN, maxLength: PROBES_A_RUN }),
    (home, probes) => {
      const mayDo = holder(dialect, grantedPermissions(home), rewrite);
      for (const probe of probes) {
        const { request, deed } = aim(dialect, probe, home);
        const expected = permissionClasses.filter((name) => isGranted(dialect, home, name, deed));
        const allowed = permissionClasses.filter((name) => mayDo(name, request));
        expect(allowed, JSON.stringify(request)).toEqual(expected);
        observe(allowed.length > 0);
      }
    },
  );
}

describe.each(['oss', 's3'] as const)('in the dialect of %s', (dialect) => {
  it('credentials allow exactly the granted access', () => {
    const seen = { allowed: 0, refused: 0 };
    fc.assert(
      agreement(dialect, (allowed) => {
        seen[allowed ? 'allowed' : 'refused'] += 1;
      }),
      { numRuns: RUNS },
    );
    // The property proves something only if both outcomes were frequent.
    expect(seen.allowed + seen.refused).toBeGreaterThanOrEqual(20_000);
    expect(seen.allowed).toBeGreaterThan(500);
    expect(seen.refused).toBeGreaterThan(5_000);
  });

  it('policies of 500 topics fit one by one', () => {
    const ids = Array.from({ length: 500 }, (_, index) => `t${index}`);
    const scope = (id: string) => (Number(id.slice(1)) % 2 === 0 ? 'all' : 'judged');
    const mayDo = holder(
      dialect,
      ids.flatMap((id) => topicReadPermissions(id, scope(id))),
    );
    const home: HomeScenario = {
      registry: false,
      heartbeat: false,
      prompts: false,
      tasks: [],
      circles: [],
      topics: ids.map((id) => ({ id, visible: true, read: scope(id), messages: [], requests: [] })),
    };
    const probed = [...ids.filter((_, index) => index % 25 < 2), 't500', 't5000', 't', 't1-x'];
    for (const id of probed) {
      for (const name of ['state.json', 'ledger/0000000001.json', 'messages/ada/m.json', 'ledger', '']) {
        const target = `topics/${id}/${name}`;
        const deed = { bucket: BUCKET, target, at: 0 };
        const [get, list] =
          dialect === 'oss' ? ['oss:GetObject', 'oss:ListObjects'] : ['s3:GetObject', 's3:ListBucket'];
        const root = dialect === 'oss' ? `acs:oss:r:a:${BUCKET}` : `arn:aws:s3:::${BUCKET}`;
        const context = { [dialect === 'oss' ? 'oss:Prefix' : 's3:prefix']: target };
        expect(mayDo('read', { action: get, resource: `${root}/${target}`, context: {} }), target).toBe(
          isGranted(dialect, home, 'read', { ...deed, verb: 'get' }),
        );
        expect(mayDo('read', { action: list, resource: root, context }), target).toBe(
          isGranted(dialect, home, 'read', { ...deed, verb: 'list' }),
        );
      }
    }
  });
});

describe('the property', () => {
  const spoilt: { mistake: string; dialect: 'oss' | 's3'; rewrite: Rewrite }[] = [
    {
      mistake: 'a prefix without its slash',
      dialect: 'oss',
      rewrite: (text) => text.replaceAll('/*"', '*"'),
    },
    { mistake: 'a prefix without its slash', dialect: 's3', rewrite: (text) => text.replaceAll('/*"', '*"') },
    {
      mistake: 'a prefix that covers only its folder',
      dialect: 'oss',
      rewrite: (text) => text.replaceAll('/*"', '/"'),
    },
    {
      mistake: 'a listing of the whole bucket',
      dialect: 'oss',
      rewrite: (text) => text.replaceAll('"oss:Prefix":[', '"oss:Prefix":["",'),
    },
    {
      mistake: 'a ticket without its end',
      dialect: 'oss',
      rewrite: (text) => text.replaceAll(/,"Condition":\{"DateLessThan":\{[^}]*\}\}/g, ''),
    },
    {
      mistake: 'a ticket that still holds in its last second',
      dialect: 'oss',
      rewrite: (text) => text.replaceAll('"DateLessThan"', '"DateLessThanEquals"'),
    },
    {
      mistake: 'a key that opens what begins like it',
      dialect: 's3',
      rewrite: (text) => text.replaceAll('.json"', '.json*"'),
    },
    {
      mistake: 'more actions than one',
      dialect: 'oss',
      rewrite: (text) => text.replaceAll(/oss:(Get|Put)Object/g, 'oss:*Object'),
    },
    {
      mistake: 'every bucket of the account',
      dialect: 'oss',
      rewrite: (text) => text.replaceAll(':agent-home', ':agent-home*'),
    },
  ];

  it.each(spoilt)('notices in $dialect $mistake', ({ dialect, rewrite }) => {
    const { failed } = fc.check(
      agreement(dialect, () => {}, rewrite),
      // Ends with the first home that exposes the mistake; one of a single second can take many homes.
      { numRuns: RUNS * 8, endOnFailure: true },
    );
    expect(failed).toBe(true);
  });
});
