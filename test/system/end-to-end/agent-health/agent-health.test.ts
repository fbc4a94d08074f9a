import type { AgentHealth, OfficeAgentList, OfficeHealth, OwnerHome } from '@agent-home/http-contract';
import { failedRunsOfFailing, keepHouse } from '@agent-home/platform';
import { connectDatabase } from '@agent-home/platform/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentCheck } from '../../../../apps/cli/src/home/doctor/checks/agents.ts';
import { newOwner, see } from '../../../support/look.ts';
import { metricSum, metricValue } from '../../../support/metric-value.ts';
import { agentOf, getRuns, readRuns } from '../../../support/mirrored-runs.ts';
import { expectProblem } from '../../../support/problems.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';
import { linesOf, sealRun } from '../../../support/sealed-run.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
let olga: string;
let otto: string;
let admin: string;

beforeAll(async () => {
  home = await startHome();
  admin = home.secrets.adminToken;
  olga = await newOwner(home, 'olga');
  otto = await newOwner(home, 'otto');
}, 60_000);
afterAll(() => home.close());

const healthOf = (token: string, agentId: string) =>
  getRuns<AgentHealth>(home, token, `/v1/agents/${agentId}/health`);

let number = 0;
/** Mirrors a whole run of an agent; answered without a code. */
async function mirror(agent: RawAgent, more: Partial<Parameters<typeof sealRun>[0]> = {}): Promise<string> {
  number += 1;
  const runId = `run_health_${number}`;
  const records = linesOf(sealRun({ runId, agentId: agent.agentId, ...more }));
  const { status } = await agent.call('POST', `/v1/runs/${runId}/records`, { from_seq: 0, records });
  if (status !== 200) throw new Error(`the mirror answered ${status}`);
  return runId;
}

async function failRuns(agent: RawAgent, code = 'model_unavailable', times = failedRunsOfFailing) {
  let runId = '';
  for (let time = 0; time < times; time += 1) runId = await mirror(agent, { failedWith: code });
  return runId;
}

describe('agent health', () => {
  test('counts runs, calls, tokens and cost that agents mirror', async () => {
    const meg = await agentOf(home, 'meg', olga);
    const before = await metricSum(home, 'run_tokens_total');
    const runId = await mirror(meg);
    await mirror(meg, { failedWith: 'loop_detected' });
    await mirror(meg, { failedWith: '<b>A code that is no code</b>' });
    expect((await metricSum(home, 'run_tokens_total')) - before).toBe(3 * 150);
    expect(await metricValue(home, 'run_tool_calls_total')).toBeGreaterThanOrEqual(3);
    expect(await metricValue(home, 'run_cost_total')).toBeGreaterThanOrEqual(0.75);
    expect(await metricSum(home, 'runs_failed_total', /code="loop_detected"/)).toBe(1);
    expect(await metricSum(home, 'runs_failed_total', /code="other"/)).toBe(1);
    // A repeat of known records adds nothing.
    const records = linesOf(sealRun({ runId, agentId: 'meg' }));
    const at = await metricSum(home, 'run_tokens_total');
    await meg.call('POST', `/v1/runs/${runId}/records`, { from_seq: 0, records });
    expect(await metricSum(home, 'run_tokens_total')).toBe(at);
    expect((await healthOf(olga, 'meg')).today).toEqual({ tokens: 450, cost: 0.75 });
  });

  test('measures calls that wait for an approver', async () => {
    const pat = await agentOf(home, 'pat', olga);
    const scrape = async () => (await fetch(`${home.url}/metrics`, { headers: asAdmin() })).text();
    const asked = await pat.call('POST', '/v1/approvals', {
      approval_id: `ask_${'a'.repeat(32)}`,
      run_id: 'run_waits',
      tool_call_id: 'call_1',
      tool: 'act',
      arguments: '{}',
      arguments_sha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
      risk: 'high',
      rules: [],
      tainted: false,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect([asked.status, asked.body]).toMatchObject([201, { state: 'pending' }]);
    await home.open.platform.database.execute(
      sql`update run_approvals set requested_at = now() - interval '10 minutes' where agent_id = 'pat'`,
    );
    const text = await scrape();
    expect(text).toMatch(/^agent_home_approvals_pending 1$/m);
    expect(Number(/^agent_home_approvals_oldest_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(590);
  });

  test('an agent whose latest runs failed is failing until a run is answered', async () => {
    const fay = await agentOf(home, 'fay', olga);
    await failRuns(fay, 'model_unavailable', failedRunsOfFailing - 1);
    expect((await healthOf(olga, 'fay')).failing).toBeUndefined();
    // A run that another one delegated does not count, and neither does one in progress.
    await mirror(fay, { failedWith: 'timeout', parent: 'run_health_1', isDelegated: true });
    await mirror(fay, { isOpen: true });
    expect((await healthOf(olga, 'fay')).failing).toBeUndefined();
    const runId = await failRuns(fay, 'model_unavailable', 1);
    const { failing } = await healthOf(olga, 'fay');
    expect(failing).toMatchObject({ code: 'model_unavailable', failed_runs: 3, run_id: runId });
    expect(failing?.remedy).toContain('model’s server');
    await failRuns(fay, 'policy_bundle_missing', 1);
    expect((await healthOf(olga, 'fay')).failing).toMatchObject({
      code: 'policy_bundle_missing',
      failed_runs: 4,
      since: failing?.since,
    });
    await mirror(fay);
    expect((await healthOf(olga, 'fay')).failing).toBeUndefined();
  });

  test('repeated records of a failed run count once', async () => {
    const rex = await agentOf(home, 'rex', olga);
    const records = linesOf(sealRun({ runId: 'run_repeated', agentId: 'rex', failedWith: 'timeout' }));
    const send = () => rex.call('POST', '/v1/runs/run_repeated/records', { from_seq: 0, records });
    for (const { status } of [await send(), await send(), ...(await Promise.all([send(), send()]))])
      expect(status).toBe(200);
    expect((await healthOf(olga, 'rex')).failing).toBeUndefined();
  });

  test('shows failing agents to their owner, the office and the doctor', async () => {
    const flo = await agentOf(home, 'flo', olga);
    const runId = await failRuns(flo);
    const failing = { code: 'model_unavailable', failed_runs: 3, run_id: runId };
    const office = await getRuns<OfficeAgentList>(home, admin, '/v1/admin/agents?q=flo');
    expect(office.items).toMatchObject([{ agent_id: 'flo', failing }]);
    const measured = await getRuns<OfficeHealth>(home, admin, '/v1/admin/health');
    expect(measured.failing_agents).toMatchObject([{ agent_id: 'flo', ...failing }]);
    const own = await getRuns<OwnerHome>(home, olga, '/v1/owner/home');
    expect(own.agents.find(({ agent_id }) => agent_id === 'flo')).toMatchObject({ failing });
    expect(own.agents.filter(({ agent_id }) => agent_id !== 'flo').some((one) => one.failing)).toBe(false);
    const connection = connectDatabase(home.settings.databaseUrl, { maxConnections: 1 });
    const finding = await agentCheck.run({ connection } as Parameters<typeof agentCheck.run>[0]);
    await connection.close();
    expect(finding).toMatchObject({ status: 'warning', seen: expect.stringContaining('flo: 3 runs failed') });
    expect(finding).toHaveProperty('todo', expect.stringContaining(runId));
    // The health survives the retention of the runs.
    await home.open.platform.database.execute(
      sql`update runs set received_at = now() - interval '400 days' where agent_id = 'flo'`,
    );
    await keepHouse(home.open.platform);
    expect((await healthOf(olga, 'flo')).failing).toMatchObject({ failed_runs: 3 });
  });

  test('outsiders learn nothing of the health of an agent', async () => {
    const sam = await agentOf(home, 'sam', olga);
    const publicView = () => see<object>(home, 'agents/sam', otto);
    await failRuns(sam);
    expect(JSON.stringify(await publicView())).not.toContain('failing');
    expect(JSON.stringify(await see<object>(home, 'agents/sam', olga))).not.toContain('failing');
    for (const token of [otto, undefined, 'nonsense']) {
      const [there, absent] = await Promise.all(
        ['sam', 'nowhere'].map((id) => readRuns(home, token, `/v1/agents/${id}/health`)),
      );
      expect(there?.body).toEqual(absent?.body);
      expect(there?.status).toBe(absent?.status);
      expect(there?.status).not.toBe(200);
    }
    expectProblem(await readRuns(home, otto, '/v1/agents/sam/health'), 'unknown_agent');
    expect((await sam.call('GET', '/v1/agents/sam/health')).status).toBe(401);
  });
});

function asAdmin(): Record<string, string> {
  return { authorization: `Bearer ${admin}` };
}
