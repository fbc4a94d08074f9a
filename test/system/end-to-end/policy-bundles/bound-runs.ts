import type { ModelPort } from '@agent-home/agent-runtime';
import type { PolicyDecided, RunRecord, RunStarted } from '@agent-home/agent-runtime/run-log';
import { objectKey } from '@agent-home/protocol';
import { TopicSession } from '@agent-home/runtime-node/resident';
import type { AgentHome } from '@agent-home/sdk';
import type { House, JsonMembers, Verdict } from '../../../security/boards/bypassed-denies/case.ts';
import { CountingTools } from '../../../security/boards/bypassed-denies/counting-tools.ts';
import type { CaseGenerator } from '../../../security/boards/bypassed-denies/generate-cases.ts';
import { judgeCase } from '../../../security/boards/bypassed-denies/oracle/judge-case.ts';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { policyText } from '../../../support/policy-texts.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { judgeLog } from '../../runtime/support/judge-log.ts';
import { getFile, openStage, type ResidentStage } from '../file-residents/resident-stage.ts';
import { textAt } from '../tamper/bucket-and-database.ts';

export type Policies = House['policies'];
const freshMs = 300_000;
const bundleKey = (agentId: string) => objectKey('policy_bundle', { agent_id: agentId });
interface Call {
  requested: string;
  arguments: JsonMembers;
}

/** Returns a model that makes all calls at once, and then reports that it is done. */
function modelThatCalls(calls: readonly Call[]): ModelPort {
  let requests = 0;
  return {
    async ask({ model, provider }) {
      const isFirst = requests++ === 0;
      return {
        answered: {
          ...{ thought: '', content: isFirst ? '' : 'done', model, provider, elapsed_ms: 1, attempts: [] },
          tool_calls: isFirst
            ? calls.map(({ requested, arguments: args }, index) => ({
                id: `call_${index}`,
                name: requested,
                arguments: JSON.stringify(args),
              }))
            : [],
          stop_reason: isFirst ? 'tool_use' : 'end_turn',
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      };
    },
  };
}

/** Counting tools, of which the first call changes the policies. */
class RebindingTools extends CountingTools {
  change: (() => Promise<unknown>) | undefined;

  override async invoke(...given: Parameters<CountingTools['invoke']>) {
    const outcome = await super.invoke(...given);
    await this.change?.();
    this.change = undefined;
    return outcome;
  }
}

export interface Played {
  started: RunStarted;
  decisions: {
    time: string;
    requested: string;
    arguments: JsonMembers;
    decided: PolicyDecided;
    made: number;
    /** True if the bundle was stale. */
    isStale: boolean;
  }[];
  mayThink: boolean;
  model: { decided: PolicyDecided; time: string } | undefined;
  calls: { tool: string; arguments: object }[];
}

function readDecisions(whole: readonly RunRecord[]): Omit<Played, 'calls'> {
  const decisions: Played['decisions'] = [];
  const requested = new Map<string, Call>();
  let made = 0;
  let isStale = false;
  for (const { type, time, data } of whole) {
    if (type === 'policy.bundle_stale') isStale = true;
    if (type === 'policy.bundle_updated') isStale = false;
    if (type === 'call.requested')
      requested.set(String(data.tool_call_id), {
        requested: String(data.requested_name),
        arguments: data.arguments as JsonMembers,
      });
    if (type === 'kairo.tool.invoke') made += 1;
    if (type !== 'policy.decided' || data.action !== 'tool.call') continue;
    const call = requested.get(String(data.tool_call_id));
    if (call) decisions.push({ ...call, time, made, isStale, decided: data as unknown as PolicyDecided });
  }
  const [first] = whole.filter(({ type, data }) => type === 'policy.decided' && data.action === 'model.use');
  return {
    started: whole[0]?.data as unknown as RunStarted,
    decisions,
    mayThink: whole.some(({ type }) => type === 'model.requested'),
    model: first && { decided: first.data as unknown as PolicyDecided, time: first.time },
  };
}

/** Replacements of a certified bundle or card by an attacker who can write to the bucket. */
export const attacks = ['forged', 'older', 'of another agent', 'garbage', 'withheld', 'no card'] as const;
export type Attack = (typeof attacks)[number];

/** Live home with one resident, to whose agent generated policies are bound. */
export class BoundRuns {
  readonly home: TestHome;
  readonly lamp: AgentHome;
  readonly #stage: ResidentStage;
  /** Policies and hashes by the version of their bundle. */
  readonly #bound = new Map<number, { policies: Policies; sha256: string }>();
  readonly #moth: AgentHome;
  #older = '';

  private constructor(home: TestHome, stage: ResidentStage, lamp: AgentHome, moth: AgentHome) {
    this.home = home;
    this.#stage = stage;
    this.lamp = lamp;
    this.#moth = moth;
  }

  static async open(): Promise<BoundRuns> {
    const home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'automatic' } });
    const stage = await openStage(home);
    const topic = { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' };
    await home.admin('POST', '/v1/admin/topics', topic);
    const lamp = await sdkAgent(home, 'lamp', { cache: { freshSeconds: 0, staleSeconds: 0 } });
    await eventually(() => lamp.enterTopic('hall'), 20_000);
    await eventually(() => lamp.card('lamp'), 20_000);
    const moth = await sdkAgent(home, 'moth', { cache: { freshSeconds: 0, staleSeconds: 0 } });
    await eventually(() => moth.card('moth'), 20_000);
    const lax = policyText('lax', [{ effect: 'allow', selector: { tool: '*' } }]);
    await home.admin('PUT', '/v1/agents/moth/policies', { policies: [{ text: lax }] });
    await published(home);
    return new BoundRuns(home, stage, lamp, moth);
  }

  async close(): Promise<void> {
    await this.lamp.close();
    await this.#moth.close();
    await this.#stage.close();
    await this.home.close();
  }

  /** True if the decision names a bundle of this home by version and hash. */
  isNamed({ bundle }: PolicyDecided): boolean {
    return bundle !== undefined && this.#bound.get(bundle.version)?.sha256 === bundle.sha256;
  }

  /** Binds the first policy to all agents and the others to the resident. Returns the version of its bundle. */
  async bind([ofHome, ...own]: Policies): Promise<number> {
    const documents = (some: Policies) => ({
      policies: some.map(({ name, rules }) => ({ text: policyText(name, rules) })),
    });
    this.#older = await textAt(this.home.open.platform.store, bundleKey('lamp')).catch(() => '');
    await this.home.admin('PUT', '/v1/admin/policies', documents(ofHome ? [ofHome] : []));
    const { bundle_version: version } = await this.home.admin(
      'PUT',
      '/v1/agents/lamp/policies',
      documents(own),
    );
    await published(this.home);
    const sha256 = (await this.lamp.policyBundle())?.sha256 ?? '';
    this.#bound.set(Number(version), { policies: ofHome ? [ofHome, ...own] : [], sha256 });
    return Number(version);
  }

  /** Replaces an object of the resident in the bucket. Returns a function that restores it. */
  async attack(attack: Attack): Promise<() => Promise<void>> {
    const { store } = this.home.open.platform;
    const key = attack === 'no card' ? objectKey('agent_card', { agent_id: 'lamp' }) : bundleKey('lamp');
    const text = await textAt(store, key);
    const put = async (replaced: string) => {
      await store.put(key, new TextEncoder().encode(replaced), { contentType: 'application/json' });
    };
    switch (attack) {
      case 'forged':
        await put(
          text.replaceAll('"deny"', '"allow"').replace(/"bundle_version":\d+/, '"bundle_version":99999'),
        );
        break;
      case 'older':
        await put(this.#older);
        break;
      case 'of another agent':
        await put(await textAt(store, bundleKey('moth')));
        break;
      case 'garbage':
        await put('{}');
        break;
      case 'withheld':
      case 'no card':
        await store.delete(key);
    }
    return () => put(text);
  }

  /** True if the resident begins no run while an object of it is replaced. */
  async isRefused(attack: Attack, generator: CaseGenerator): Promise<boolean> {
    const restore = await this.attack(attack);
    const code = await this.play(generator, generator.house())
      .then(() => undefined)
      .catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error));
    await restore();
    return code === (attack === 'no card' ? 'not_found' : 'policy_bundle_not_verified');
  }

  /**
   * Runs the resident once, with generated calls. The first call binds newer policies or changes the bucket.
   * @param options.isLate true if the freshness limit is over after the first call
   */
  async play(
    generator: CaseGenerator,
    house: House,
    {
      newer,
      change,
      isLate = false,
      calls: count = 12,
    }: {
      newer?: Policies | undefined;
      change?: (() => Promise<unknown>) | undefined;
      isLate?: boolean;
      calls?: number;
    } = {},
  ): Promise<Played> {
    const tools = new RebindingTools(house.tools.filter(({ name }) => !name.startsWith('home.')));
    let skewMs = 0;
    tools.change = async () => {
      if (newer) await this.bind(newer);
      await change?.();
      if (isLate) skewMs = freshMs + 1;
    };
    const questions = Array.from({ length: count }, () => generator.question());
    const [{ agent = 'careful', provider = 'emulator' } = {}] = questions;
    const calls = questions.flatMap(({ requested, arguments: args }) =>
      requested === undefined ? [] : [{ requested, arguments: args }],
    );
    const ports = this.#stage.ports(this.lamp, () => getFile('lamp', '{ allow: [] }'));
    const definition = async () => {
      const plain = await ports.definition();
      return {
        ...plain,
        definition: {
          ...plain.definition,
          name: agent,
          home: { agent_id: 'lamp' },
          tools: house.lists,
          limits: { ...plain.definition.limits, maxToolCalls: Math.max(1, house.maxToolCalls) },
        },
        model: { ...plain.model, provider },
        operator: house.operator,
        servers: house.servers,
        policies: house.policies.map(({ name, rules }) => ({
          ...{ name, version: '1.0.0', sha256: 'a'.repeat(64) },
          spec: JSON.parse(JSON.stringify({ rules })),
        })),
      };
    };
    const session = new TopicSession(await this.lamp.enterTopic('hall'), {
      ...ports,
      definition,
      models: modelThatCalls(calls),
      providers: [tools],
      policyTimes: { pollMs: 0, freshMs, now: () => performance.now() + skewMs },
    });
    const { runId } = await session.wake({ kind: 'arrival', topicId: 'hall' });
    const { whole } = judgeLog(await this.#stage.store.read(runId));
    return { ...readDecisions(whole), calls: tools.calls };
  }

  /** Returns the verdict of the oracle by the policies of the bundle that the decision names. */
  expected(
    house: House,
    { started }: Played,
    about: {
      requested: string | undefined;
      arguments: JsonMembers;
      time: string;
      made: number;
      isStale?: boolean;
      decided: PolicyDecided;
    },
  ): Verdict {
    const { requested, arguments: args, time, made, isStale = false, decided } = about;
    const policies = this.#bound.get(decided.bundle?.version ?? 0)?.policies ?? [];
    const tools = started.tools.map(
      ({ name, aliases, risk, side_effects: sideEffects, data_scope: dataScope }) => ({
        ...{ name, aliases, risk, sideEffects },
        ...(dataScope === undefined ? {} : { dataScope: dataScope as JsonMembers }),
      }),
    );
    const inRun: House = {
      ...house,
      tools,
      servers: started.servers ?? [],
      lists: started.lists,
      maxToolCalls: started.limits.max_tool_calls,
      bound: { agentId: 'lamp', policies, isStale },
    };
    return judgeCase(inRun, {
      ...{ requested, arguments: args, time, callsMade: made, session: {} },
      ...{ agent: started.agent, agentId: 'lamp', provider: started.model.provider },
      ...{ tainted: decided.tainted, origin: 'arrival' },
    });
  }
}

/** Returns a house that denies little by itself in most runs, so that the bound policies decide. */
export function housed(generator: CaseGenerator, run: number): House {
  const house = generator.house();
  if (run % 4 === 0) return house;
  const operator = { autoApprove: ['safe', 'low', 'medium', 'high'], unlocked: [] };
  return {
    ...house,
    lists: { deny: [] },
    policies: house.policies.slice(0, 1).map(withoutModel),
    operator,
    maxToolCalls: 20,
  };
}

/** Returns policies to bind: at most one of them is about the use of the model, which would end the run. */
export function boundPolicies(generator: CaseGenerator, run: number): Policies {
  for (;;) {
    const policies = generator.house().bound?.policies ?? [];
    if (policies.length > 0) return run % 5 === 0 ? policies : policies.map(withoutModel);
  }
}

function withoutModel({ name, rules }: Policies[number]): Policies[number] {
  const left = rules.filter(({ action }) => action !== 'model.use');
  return {
    name,
    rules: left.length > 0 ? left : [{ effect: 'deny', action: 'data.write', selector: {}, conditions: {} }],
  };
}
