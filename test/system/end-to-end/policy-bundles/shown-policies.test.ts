import type { AgentPolicies, ShownHomePolicies } from '@agent-home/http-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer } from '../../../support/bearer.ts';
import { eventually } from '../../../support/eventually.ts';
import { newOwner } from '../../../support/look.ts';
import { agentOf, getRuns, readRuns } from '../../../support/mirrored-runs.ts';
import { denyShell, policyText } from '../../../support/policy-texts.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
}, 60_000);
afterAll(() => home.close());

test('shows the policies of an agent to its owner and the office', async () => {
  const [olga, otto] = [await newOwner(home, 'olga'), await newOwner(home, 'otto')];
  await agentOf(home, 'ada', olga);
  const path = '/v1/agents/ada/policies';
  const shown = (token: string) => getRuns<AgentPolicies>(home, token, path);
  expect(await shown(olga)).toEqual({
    ...{ agent_id: 'ada', bundle_version: 0, policies: [] },
    list_version: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await home.admin('PUT', '/v1/admin/policies', { policies: [{ text: denyShell }] });
  const own = policyText('only-read', [{ effect: 'allow', selector: { tool: 'read' } }]);
  const bound = await fetch(`${home.url}${path}`, {
    method: 'PUT',
    headers: { ...bearer(olga), 'content-type': 'application/json' },
    body: JSON.stringify({ policies: [{ text: own }] }),
  });
  expect(bound.status, await bound.text()).toBe(200);
  await eventually(async () => expect((await shown(olga)).bundle_sha256).toMatch(/^[0-9a-f]{64}$/));
  const { policies, bundle_version: version, changed } = await shown(olga);
  expect(changed?.by).toEqual({ kind: 'token', id: expect.stringMatching(/^token_/) });
  expect(version).toBe(2);
  expect(policies).toMatchObject([
    {
      ...{ name: 'no-shell', version: '1.0.0', bound_by: 'admin' },
      spec: { rules: [{ effect: 'deny', action: 'tool.call', selector: { tool: 'bash' } }] },
    },
    { name: 'only-read', bound_by: 'owner', spec: { rules: [{ effect: 'allow' }] } },
  ]);
  expect(await shown(home.secrets.adminToken)).toEqual(await shown(olga));
  const ofHome = await getRuns<ShownHomePolicies>(home, home.secrets.adminToken, '/v1/admin/policies');
  expect(ofHome.policies).toMatchObject([{ name: 'no-shell', spec: { rules: [{ effect: 'deny' }] } }]);
  const [refused, unknown] = [
    await readRuns(home, otto, path),
    await readRuns(home, otto, '/v1/agents/nowhere/policies'),
  ];
  expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body]);
  expect((await readRuns(home, undefined, path)).status).toBe(401);
});
