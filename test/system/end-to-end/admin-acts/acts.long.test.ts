import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RawAgent } from '../../../support/raw-agent.ts';
import { OwnersHome } from '../owners/owners-home.ts';
import { actingRoutes as cases, openPublicTopic, withoutAct } from './acting-routes.ts';

interface Act {
  sequence: number;
  actor: { kind: string; id: string; role: string; name?: string };
  action: string;
  target: string;
  reason?: string;
  details: Record<string, unknown>;
  previous: string;
  hash: string;
}

let here: OwnersHome;
const acts = async (query = '') =>
  (await here.home.admin('GET', `/v1/admin/audit/acts${query}`)) as unknown as {
    items: Act[];
    intact: boolean;
    next_cursor?: string;
  };

beforeAll(async () => {
  here = await OwnersHome.start();
});
afterAll(() => here.home.close());

describe('the audit log of acts', () => {
  test('each act of an administrator or owner is audited once', async () => {
    type Operation = { security?: Record<string, unknown>[] };
    const document = (await (await fetch(`${here.home.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const changing = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'get')
        .filter(([, { security = [] }]) => security.some((one) => 'bearerToken' in one))
        .map(([method]) => `${method} ${path}`),
    );
    const expected = [...Object.keys(cases), ...Object.keys(withoutAct)];
    expect(changing.filter((route) => !expected.includes(route))).toEqual([]);
    expect(Object.keys(cases).filter((route) => !changing.includes(route))).toEqual([]);
    for (const route of Object.keys(cases)) {
      await cases[route]?.before?.(here.home);
      const { at = '', body, act: [action, target] = ['', ''] } = cases[route] ?? {};
      const [last] = (await acts('?limit=1')).items;
      const method = route.split(' ')[0]?.toUpperCase() ?? '';
      await here.home.admin(method, at, body);
      const added = (await acts()).items.filter(({ sequence }) => sequence > (last?.sequence ?? 0));
      expect([route, added.map((one) => one.action)]).toEqual([route, [action]]);
      expect(added[0]?.target.startsWith(target)).toBe(true);
      expect(added[0]?.actor).toMatchObject({ kind: 'token', role: 'admin' });
    }
  });

  test('an act has actor and reason, and no secret', async () => {
    const made = await here.home.admin('POST', '/v1/admin/tokens', { role: 'admin', label: 'for the log' });
    const [token] = (await acts('?action=token.create&limit=1')).items;
    expect(token).toMatchObject({
      target: `tokens/${String(made.token_id)}`,
      details: { role: 'admin', label: 'for the log' },
    });
    expect(JSON.stringify(await acts())).not.toContain(String(made.token));
    const [refusal] = (await acts('?target=agents/nora')).items;
    expect(refusal).toMatchObject({ action: 'agent.refuse', reason: 'Full this week' });
    expect((await acts('?action=agent')).items.every(({ action }) => action.startsWith('agent.'))).toBe(true);
    await RawAgent.stranger(here.home, 'olgas').register({ headers: here.olga });
    const [registered] = (await acts('?target=agents/olgas')).items;
    expect(registered).toMatchObject({ action: 'agent.register', actor: { role: 'owner' } });
  });

  test('an act that is refused leaves no row', async () => {
    const [last] = (await acts('?limit=1')).items;
    await expect(here.home.admin('POST', '/v1/admin/agents/nobody/admission')).rejects.toThrow(
      'unknown_agent',
    );
    await expect(
      here.home.admin('POST', '/v1/admin/owners', { owner_id: 'omar', name: 'again' }),
    ).rejects.toThrow('owner_id_taken');
    expect((await acts('?limit=1')).items[0]).toEqual(last);
  });

  test('simultaneous acts form one chain without a gap', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => openPublicTopic(here.home, `at-once-${n}`)));
    const all: Act[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const page = await acts(`?limit=7${cursor === undefined ? '' : `&cursor=${cursor}`}`);
      expect(page.intact).toBe(true);
      all.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, n) => all.length - n));
    expect(all.slice(0, -1).map(({ previous }) => previous)).toEqual(all.slice(1).map(({ hash }) => hash));
  });

  test('the database refuses to change or delete an act', async () => {
    const { database } = here.home.open.platform;
    for (const statement of [
      sql`update admin_acts set reason = 'forged'`,
      sql`delete from admin_acts`,
      sql`truncate admin_acts`,
    ])
      await expect(database.execute(statement)).rejects.toMatchObject({
        cause: { code: '23001' },
      });
    await database.execute(sql`alter table admin_acts disable trigger admin_acts_append_only`);
    await database.execute(sql`update admin_acts set target = 'agents/forged' where sequence = 3`);
    await database.execute(sql`alter table admin_acts enable trigger admin_acts_append_only`);
    expect((await acts('?target=agents/forged')).intact).toBe(false);
  });
});
