import type { ModelPort } from '@agent-home/agent-runtime';
import type { PolicyDecided, RunRecord, RunStarted } from '@agent-home/agent-runtime/run-log';
import { TopicSession } from '@agent-home/runtime-node/resident';
import type { AgentHome } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { House, JsonMembers, Verdict } from '../../../security/boards/bypassed-denies/case.ts';
import { CountingTools } from '../../../security/boards/bypassed-denies/counting-tools.ts';
import { CaseGenerator } from '../../../security/boards/bypassed-denies/generate-cases.ts';
import { judgeCase } from '../../../security/boards/bypassed-denies/oracle/judge-case.ts';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { policyText } from '../../../support/policy-texts.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { judgeLog } from '../../runtime/support/judge-log.ts';
import { getFile, openStage, type ResidentStage } from '../file-residents/resident-stage.ts';

type Policies = House['policies'];
interface Call {
  requested: string;
  arguments: JsonMembers;
}

const runs = Number(process.env.AGENT_HOME_BOARD_RUNS ?? 40);
const seed = Number(process.env.AGENT_HOME_BOARD_SEED ?? 1);
const callsOfRun = 12;

let home: TestHome;
let stage: ResidentStage;
let lamp: AgentHome;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'automatic' } });
  stage = await openStage(home);
  const topic = { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  lamp = await sdkAgent(home, 'lamp', { cache: { freshSeconds: 0, staleSeconds: 0 } });
  await eventually(() => lamp.enterTopic('hall'), 20_000);
  await eventually(() => lamp.card('lamp'), 20_000);
});
afterAll(async () => {
  await lamp.close();
  await stage.close();
  await home.close();
});

/** Policies by the version of the bundle that has them. */
const bound = new Map<number, Policies>();

/** Binds the first policy to all agents and the others to the resident. Returns the version of its bundle. */
async function bind([ofHome, ...own]: Policies): Promise<number> {
  const documents = (some: Policies) => ({
    policies: some.map(({ name, rules }) => ({ text: policyText(name, rules) })),
  });
  await home.admin('PUT', '/v1/admin/policies', documents(ofHome ? [ofHome] : []));
  const { bundle_version: version } = await home.admin('PUT', '/v1/agents/lamp/policies', documents(own));
  await published(home);
  bound.set(Number(version), ofHome ? [ofHome, ...own] : []);
  return Number(version);
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

/** Counting tools, of which the first call binds other policies. */
class RebindingTools extends CountingTools {
  rebind: (() => Promise<unknown>) | undefined;

  override async invoke(...given: Parameters<CountingTools['invoke']>) {
    const outcome = await super.invoke(...given);
    await this.rebind?.();
    this.rebind = undefined;
    return outcome;
  }
}

interface Played {
  started: RunStarted;
  decisions: {
    time: string;
    requested: string;
    arguments: JsonMembers;
    decided: PolicyDecided;
    made: number;
  }[];
  mayThink: boolean;
  model: { decided: PolicyDecided; time: string } | undefined;
  calls: { tool: string; arguments: object }[];
}

async function play(generator: CaseGenerator, house: House, newer: Policies | undefined): Promise<Played> {
  const tools = new RebindingTools(house.tools.filter(({ name }) => !name.startsWith('home.')));
  if (newer) tools.rebind = () => bind(newer);
  const questions = Array.from({ length: callsOfRun }, () => generator.question());
  const [{ agent = 'careful', provider = 'emulator' } = {}] = questions;
  const calls = questions.flatMap(({ requested, arguments: args }) =>
    requested === undefined ? [] : [{ requested, arguments: args }],
  );
  const ports = stage.ports(lamp, () => getFile('lamp', '{ allow: [] }'));
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
  const session = new TopicSession(await lamp.enterTopic('hall'), {
    ...ports,
    definition,
    models: modelThatCalls(calls),
    providers: [tools],
    policyTimes: { pollMs: 0 },
  });
  const { runId } = await session.wake({ kind: 'arrival', topicId: 'hall' });
  const { whole } = judgeLog(await stage.store.read(runId));
  return { ...readDecisions(whole), calls: tools.calls };
}

function readDecisions(whole: readonly RunRecord[]): Omit<Played, 'calls'> {
  const decisions: Played['decisions'] = [];
  const requested = new Map<string, Call>();
  let made = 0;
  for (const { type, time, data } of whole) {
    if (type === 'call.requested')
      requested.set(String(data.tool_call_id), {
        requested: String(data.requested_name),
        arguments: data.arguments as JsonMembers,
      });
    if (type === 'kairo.tool.invoke') made += 1;
    if (type !== 'policy.decided' || data.action !== 'tool.call') continue;
    const call = requested.get(String(data.tool_call_id));
    if (call) decisions.push({ ...call, time, made, decided: data as unknown as PolicyDecided });
  }
  const [first] = whole.filter(({ type, data }) => type === 'policy.decided' && data.action === 'model.use');
  return {
    started: whole[0]?.data as unknown as RunStarted,
    decisions,
    mayThink: whole.some(({ type }) => type === 'model.requested'),
    model: first && { decided: first.data as unknown as PolicyDecided, time: first.time },
  };
}

/** Returns the verdict of the oracle by the policies of the bundle that the decision names. */
function expectedOf(
  house: House,
  { started }: Played,
  about: {
    requested: string | undefined;
    arguments: JsonMembers;
    time: string;
    made: number;
    decided: PolicyDecided;
  },
): Verdict {
  const { requested, arguments: args, time, made, decided } = about;
  const policies = bound.get(decided.bundle?.version ?? 0) ?? [];
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
    bound: { agentId: 'lamp', policies, isStale: false },
  };
  return judgeCase(inRun, {
    ...{ requested, arguments: args, time, callsMade: made, session: {} },
    ...{ agent: started.agent, agentId: 'lamp', provider: started.model.provider },
    ...{ tainted: decided.tainted, origin: 'arrival' },
  });
}

/** Returns a house that denies little by itself in most runs, so that the bound policies decide. */
function housed(generator: CaseGenerator, run: number): House {
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
function boundPolicies(generator: CaseGenerator, run: number): Policies {
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

test('generated policies of a live home bypass nothing', { timeout: 240_000 }, async () => {
  const generator = new CaseGenerator(seed);
  const seen = { runs: 0, rebound: 0, unthought: 0, calls: 0, allow: 0, confirm: 0, deny: 0, no_tool: 0 };
  const wrong: string[] = [];
  while (seen.runs < runs) {
    const house = housed(generator, seen.runs);
    const version = await bind(boundPolicies(generator, seen.runs));
    const newer = seen.runs % 2 === 1 ? boundPolicies(generator, seen.runs) : undefined;
    const played = await play(generator, house, newer);
    seen.runs++;
    if (played.model) {
      const about = { ...played.model, requested: undefined, arguments: {}, made: 0 };
      const { effect } = expectedOf(house, played, about);
      if ((effect === 'allow') !== played.mayThink) wrong.push(`run ${seen.runs}: the model is ${effect}`);
    }
    if (!played.mayThink) seen.unthought++;
    seen.calls += played.calls.length;
    let lastVersion = version;
    for (const about of played.decisions) {
      const named = about.decided.bundle?.version ?? 0;
      if (named > lastVersion) seen.rebound++;
      if (named < lastVersion)
        wrong.push(`run ${seen.runs}: decided by version ${named} after ${lastVersion}`);
      lastVersion = named;
      const { effect } = expectedOf(house, played, about);
      seen[effect]++;
      if (effect !== about.decided.effect)
        wrong.push(`run ${seen.runs}: ${about.requested} is ${about.decided.effect}, not ${effect}`);
    }
    const allowed = played.decisions.filter(({ decided }) => decided.effect === 'allow').length;
    if (played.calls.length > allowed) wrong.push(`run ${seen.runs}: ${played.calls.length} calls`);
  }
  console.log(`bound policies of a live home: ${JSON.stringify(seen)} (seed ${seed}); ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  for (const kind of ['rebound', 'unthought', 'calls', 'allow', 'confirm', 'deny'] as const)
    expect(seen[kind], kind).toBeGreaterThan(0);
});
