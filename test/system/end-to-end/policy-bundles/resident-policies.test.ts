import type { CallTicket, PreparedCall, ToolOutcome, ToolProvider } from '@agent-home/agent-runtime';
import { policySha256 } from '@agent-home/agent-runtime/definition';

import type { PinnedPolicy } from '@agent-home/agent-runtime/run-log';
import { objectKey } from '@agent-home/protocol';
import { type SessionPorts, TopicSession } from '@agent-home/runtime-node/resident';
import type { AgentHome } from '@agent-home/sdk';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { policyText, type WrittenRule } from '../../../support/policy-texts.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { judgeLog } from '../../runtime/support/judge-log.ts';
import { getFile, openStage, type ResidentStage } from '../file-residents/resident-stage.ts';
import { textAt } from '../tamper/bucket-and-database.ts';

/** Calls the tool until the model has seen three results. */
const script = `
rules:
  - when: { after: { tool: act, like: third } }
    answer: I have acted.
  - when: { after: { tool: act } }
    answer: { calls: [{ tool: act, arguments: {} }] }
  - when: { user: topic }
    answer: { calls: [{ tool: act, arguments: {} }] }
`;

/** Tool that counts its calls; `during` runs while a call is running. */
class ActingTool implements ToolProvider {
  readonly source = 'native';
  calls = 0;
  during: (call: number) => Promise<unknown> = async () => undefined;

  async tools() {
    return [
      {
        ...{ name: 'act', aliases: [], source: 'native' as const, description: 'Acts.' },
        parameters: { type: 'object' },
        ...{
          risk: 'safe' as const,
          sideEffects: true,
          idempotent: false,
          prepares: false,
          timeoutMs: 30_000,
        },
      },
    ];
  }

  async invoke(ticket: CallTicket, call: PreparedCall): Promise<ToolOutcome> {
    ticket.open(call);
    this.calls += 1;
    await this.during(this.calls);
    const text = this.calls === 3 ? 'third' : `call ${this.calls}`;
    return { status: 'ok', content: [{ type: 'text', text }], metadata: {} };
  }

  async close(): Promise<void> {}
}

const tool = new ActingTool();
const denyAct: WrittenRule = { effect: 'deny', selector: { tool: 'act' } };
const bundleKey = (agentId: string) => objectKey('policy_bundle', { agent_id: agentId });

let home: TestHome;
let stage: ResidentStage;
let lamp: AgentHome;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'automatic' } });
  stage = await openStage(home, { script, providers: [tool] });
  const topic = { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  lamp = await resident('lamp');
});
afterAll(async () => {
  await lamp.close();
  await stage.close();
  await home.close();
});
afterEach(async () => {
  tool.calls = 0;
  tool.during = async () => undefined;
  await bind('lamp');
});

async function resident(agentId: string): Promise<AgentHome> {
  const agent = await sdkAgent(home, agentId, { cache: { freshSeconds: 0, staleSeconds: 0 } });
  await eventually(() => agent.enterTopic('hall'), 20_000);
  await eventually(() => agent.card(agentId), 20_000);
  return agent;
}

async function bind(agentId: string, ...rules: WrittenRule[]): Promise<void> {
  const policies = rules.length === 0 ? [] : [{ text: policyText('bound', rules) }];
  await home.admin('PUT', `/v1/agents/${agentId}/policies`, { policies });
  await published(home);
}

/** Starts one run of a resident, and returns its judged log. */
async function wake(
  agent: AgentHome,
  { file = getFile('lamp', '{ allow: [act] }'), policies = [], ...changes }: WakeChanges = {},
) {
  const ports = stage.ports(agent, () => file);
  const definition = async () => ({ ...(await ports.definition()), policies });
  const session = new TopicSession(await agent.enterTopic('hall'), { ...ports, ...changes, definition });
  const { runId } = await session.wake({ kind: 'arrival', topicId: 'hall' });
  const { whole } = judgeLog(await stage.store.read(runId));
  const decided = whole.flatMap(({ type, data }) =>
    type === 'policy.decided' && data.action === 'tool.call' ? [data] : [],
  );
  return { whole, decided };
}

type WakeChanges = Partial<Pick<SessionPorts, 'policyTimes'>> & {
  file?: string;
  policies?: PinnedPolicy[];
};

test('a resident makes no call that its certified policies deny', async () => {
  expect((await wake(lamp)).decided[0]).not.toHaveProperty('bundle');
  expect(tool.calls).toBe(3);
  tool.calls = 0;
  await bind('lamp', { effect: 'deny', selector: { agent: 'lamp', tool: 'act' } });
  const spec = { rules: [{ effect: 'allow', action: 'tool.call', selector: { tool: '*' } }] };
  const policies = [{ name: 'mine', version: '1.0.0', sha256: policySha256({ spec }), spec }];
  const bundle = await lamp.policyBundle();
  const named = { version: bundle?.bundleVersion, sha256: bundle?.sha256 };
  const another = getFile('lantern', '{ allow: [act] }').replace(
    'model:',
    'home: { agent_id: lamp }\nmodel:',
  );
  for (const changes of [{}, { policies }, { file: another }]) {
    const { whole, decided } = await wake(lamp, changes);
    expect(whole[0]?.data).toMatchObject({ identity: { agent_id: 'lamp' }, policy_bundle: named });
    expect(decided.length).toBeGreaterThan(0);
    for (const data of decided)
      expect(data).toMatchObject({ effect: 'deny', code: 'denied_by_policy', bundle: named });
  }
  expect(tool.calls).toBe(0);
});

test('a policy bound during a run denies its next call', async () => {
  await bind('lamp', { effect: 'deny', selector: { tool: 'bash' } });
  tool.during = (call) => (call === 1 ? bind('lamp', denyAct) : Promise.resolve());
  const { whole, decided } = await wake(lamp, { policyTimes: { pollMs: 0 } });
  expect(tool.calls).toBe(1);
  const [first, second] = decided.map(({ effect, bundle }) => ({ effect, bundle }));
  expect([first?.effect, second?.effect]).toEqual(['allow', 'deny']);
  expect(first?.bundle).not.toEqual(second?.bundle);
  expect(whole.filter(({ type }) => type === 'policy.bundle_updated')).toMatchObject([
    { data: { policies: [{ name: 'bound', spec: { rules: [{ effect: 'deny' }] } }] } },
  ]);
});

test('an unreachable home denies the calls of a running run after the freshness limit', async () => {
  await bind('lamp', { effect: 'deny', selector: { tool: 'bash' } });
  let isAway = false;
  const flaky: AgentHome = Object.create(lamp, {
    publicKey: { value: lamp.publicKey },
    card: { value: (agentId: string) => lamp.card(agentId) },
    enterTopic: { value: (topicId: string) => lamp.enterTopic(topicId) },
    policyBundle: {
      value: async () => {
        if (isAway) throw Object.assign(new Error('away'), { code: 'unreachable' });
        return lamp.policyBundle();
      },
    },
  });
  let skewMs = 0;
  tool.during = async (call) => {
    isAway = true;
    if (call === 2) skewMs = 300_001;
  };
  const now = () => performance.now() + skewMs;
  const { whole, decided } = await wake(flaky, { policyTimes: { pollMs: 0, now } });
  expect(tool.calls).toBe(2);
  expect(decided.slice(0, 3).map(({ effect, code }) => [effect, code])).toEqual([
    ['allow', undefined],
    ['allow', undefined],
    ['deny', 'policy_bundle_stale'],
  ]);
  expect(whole.filter(({ type }) => type === 'policy.bundle_stale')).toHaveLength(1);
});

test('a resident with a forged, withheld or older bundle does not run', async () => {
  const { store } = home.open.platform;
  const put = (key: string, text: string) =>
    store.put(key, new TextEncoder().encode(text), { contentType: 'application/json' });
  const moth = await resident('moth');
  const file = getFile('moth', '{ allow: [act] }');
  await bind('moth', { effect: 'deny', selector: { tool: 'bash' } });
  const older = await textAt(store, bundleKey('moth'));
  await bind('moth', denyAct);
  await bind('lamp', { effect: 'deny', selector: { tool: 'bash' } });
  const newest = await textAt(store, bundleKey('moth'));
  await wake(moth, { file });
  const refused = async (why: string) =>
    expect(wake(moth, { file }), why).rejects.toMatchObject({ code: 'policy_bundle_not_verified' });
  await put(bundleKey('moth'), newest.replace('"deny"', '"allow"'));
  await refused('a changed rule');
  await put(bundleKey('moth'), await textAt(store, bundleKey('lamp')));
  await refused('the bundle of another agent');
  await put(bundleKey('moth'), older);
  await refused('an older bundle');
  await store.delete(bundleKey('moth'));
  await refused('a withheld bundle');
  expect(tool.calls).toBe(0);
  await put(bundleKey('moth'), newest);
  await wake(moth, { file });
  await moth.close();
});

test('a resident without a required bundle does not run', async () => {
  const wick = await resident('wick');
  await home.stopWorker();
  home.open.platform.config.requirePolicyBundle = true;
  await home.startWorker();
  await published(home);
  await home.open.platform.store.delete(bundleKey('wick'));
  await expect(wake(wick, { file: getFile('wick', '{ allow: [act] }') })).rejects.toMatchObject({
    code: 'policy_bundle_missing',
  });
  expect(tool.calls).toBe(0);
  await wick.close();
});
