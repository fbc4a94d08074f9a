import {
  allRoutes,
  type Permission,
  permissionsFor,
  type Role,
  roleMay,
  roles,
} from '@agent-home/http-contract';
import { admitUser, beginUserSession, inviteUser } from '@agent-home/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { actingRoutes } from '../admin-acts/acting-routes.ts';
import { TestBrowser } from './test-browser.ts';

let home: TestHome;
const browsers = new Map<Role, TestBrowser>();

beforeAll(async () => {
  home = await startHome();
  await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
  await RawAgent.admitted(home, 'bo');
  const { platform } = home.open;
  for (const role of roles) {
    const { secret } = await inviteUser(platform, {
      role,
      hours: 1,
      ...(role === 'owner' ? { owner_id: 'olga' } : {}),
    });
    const identity = { issuer: 'https://provider.example', subject: role, name: role };
    const { userId } = await admitUser(platform, identity, secret);
    const browser = new TestBrowser(home);
    browser.cookies.set('agent_home_session', (await beginUserSession(platform, userId)).secret);
    browsers.set(role, browser);
  }
});
afterAll(() => home?.close());

/** Permissions that open a route, by its method and path. */
const routePermissions: Record<string, readonly Permission[]> = Object.fromEntries(
  allRoutes.flatMap(({ method, path, access }) => {
    const permitted = permissionsFor(access);
    return permitted ? [[`${method} ${path}`, permitted]] : [];
  }),
);
/** Addresses of reading routes that need more than their path. */
const queries: Record<string, string> = {
  'GET /v1/admin/explain': '?agent_id=bo&type=registry_read',
  'GET /v1/admin/explain/message': '?agent_id=bo&topic_id=none&message_id=000001',
  'GET /v1/admin/audit/readers': '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z',
};
const documented = (route: string) => {
  const [method = '', path = ''] = route.split(' ');
  return `${method.toLowerCase()} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}`;
};
/** Path parameters of objects that do not exist. */
const example = (path: string) =>
  path.replaceAll(/:([a-z]+)_id/g, (_, kind: string) => `${kind}_none`).replaceAll(':id', 'none');

/** Returns routes that a role may use or may not use contrary to the table, and routes that fail. */
async function wronglyAnswered(role: Role): Promise<string[]> {
  const wrong: string[] = [];
  for (const [route, permitted] of Object.entries(routePermissions)) {
    const [method = '', path = ''] = route.split(' ');
    // A call of A2A is refused by its own rule, which other tests cover.
    if (path.startsWith('/a2a/')) continue;
    const known = actingRoutes[documented(route)];
    const place = known?.at ?? `${example(path)}${queries[route] ?? ''}`;
    const answer = await browsers.get(role)?.send(method, place, known?.body);
    const text = (await answer?.text()) ?? '';
    const status = answer?.status ?? 500;
    const isForbidden = status === 403 && text.includes('"forbidden"');
    if (isForbidden === roleMay(role, permitted) || status === 401 || status >= 500)
      wrong.push(`${route}: ${status} ${text.slice(0, 120)}`);
  }
  return wrong;
}

describe('roles of users', () => {
  test('the permission table has every administrator and owner route', async () => {
    type Operation = { security?: Record<string, unknown>[] };
    const document = (await (await fetch(`${home.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const restricted = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security = [] }]) => security.some((one) => !('agentSignature' in one)))
        .filter(([, { security = [] }]) => !security.some((one) => Object.keys(one).length === 0))
        .map(([method]) => `${method} ${path}`),
    );
    expect(Object.keys(routePermissions).map(documented).toSorted()).toEqual(
      [...restricted, 'get /metrics'].filter((one, n, all) => all.indexOf(one) === n).toSorted(),
    );
  });

  test('each role may do what its table says', async () => {
    for (const role of roles) expect(await wronglyAnswered(role), role).toEqual([]);
  });

  test('moderators and auditors see every topic, operators what is public', async () => {
    const topic = { topic_id: 'inner', title: 'Inner', visibility: 'invite', mode: 'freeform' };
    await home.admin('POST', '/v1/admin/topics', { ...topic, allowlist_agent_ids: ['bo'] });
    const seen = async (role: Role) => {
      const answer = await browsers.get(role)?.send('GET', '/v1/public/topics');
      return ((await answer?.text()) ?? '').includes('"inner"');
    };
    await expect.poll(() => seen('admin'), { timeout: 10_000 }).toBe(true);
    expect(await Promise.all(roles.map(seen))).toEqual([true, true, false, true, false]);
  });
});
