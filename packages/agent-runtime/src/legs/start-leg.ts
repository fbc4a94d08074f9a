import { readResultTool } from '../context/read-on.ts';
import { buildNameTable } from '../definition/index.ts';
import {
  type BoundRules,
  type CompiledPolicy,
  compilePolicy,
  type InheritedRules,
  isListed,
  Rulebook,
  type Rules,
} from '../policy/index.ts';
import type { OfferedTool } from '../ports/model-request.ts';
import {
  emptyLog,
  type PinnedBundle,
  type PinnedPolicy,
  type PinnedTool,
  type PresentRules,
  type RunLeg,
  type RunStarted,
} from '../run-log/index.ts';
import { LayeredMap } from '../state/layered-map.ts';
import { noUsage } from '../state/legs-state.ts';
import { nothingSeen } from '../state/repetition-watch.ts';
import type { RunState } from '../state/run-state.ts';
import { inheritedFromParent } from './parent-rules.ts';

/** Rules that hold for every leg of a run. */
export type RulesOfRun = Pick<RunState, 'present' | 'bound'>;

/** Returns the state of a started run without any message. */
export function startedState(started: RunStarted): RunState {
  const chain = inheritedFromParent(started);
  const { identity, policy_bundle: bundle } = started;
  const bound = identity && bundle && boundRules(identity.agent_id, bundle);
  return {
    ...freshLeg(started, chain, { present: undefined, bound }),
    first: started,
    legs: {
      number: 0,
      depth: 0,
      chain,
      ended: noUsage,
      contexts: LayeredMap.of(),
      pinned: LayeredMap.of([[started.agent, { seq: 0, leg: splitStarted(started).leg }]]),
    },
    input: '',
    head: emptyLog,
    messageSeq: 0,
    tainted: startsTainted(started),
    origin: '',
    ended: undefined,
  };
}

/** Returns the initial state of a leg, independent of earlier legs of its run. */
export function freshLeg(started: RunStarted, inherited: readonly InheritedRules[], ofRun: RulesOfRun) {
  const rules = rulesOfLeg(started, inherited, ofRun);
  return {
    started,
    ...rules,
    names: rules.rulebook.rules.names,
    toolsByName: new Map(started.tools.map((tool) => [tool.name, tool])),
    source: getSource(started.agent),
    waiting: { for: 'message' },
    transcript: started.context,
    compaction: undefined,
    round: 0,
    queue: [],
    callsMade: 0,
    inputTokens: 0,
    outputTokens: 0,
    lostTokens: { input: 0, output: 0 },
    answersCost: 0,
    isEstimated: false,
    delegated: noUsage,
    recalled: [],
    remembered: started.session_memory?.values ?? [],
    watch: nothingSeen,
  } satisfies Partial<RunState>;
}

/**
 * Returns the rules of the active agent, and the tools that its model is shown. Tools that the agent's lists deny are not shown,
 * but a call of one is still decided on.
 */
export function rulesOfLeg(
  started: RunStarted,
  inherited: readonly InheritedRules[],
  { present, bound }: RulesOfRun,
): Pick<RunState, 'rulebook' | 'offered' | 'reading' | 'present' | 'bound'> {
  const rulebook = new Rulebook({
    names: buildNameTable(started.tools, started.servers),
    lists: started.lists,
    policies: compiledPolicies(started),
    operator: operatorRules(started.operator),
    maxToolCalls: started.limits.max_tool_calls,
    inherited,
    present: present && rulesNow(present, started.agent),
    bound,
  });
  const listed = started.tools.filter(({ name, hidden }) => hidden !== true && isListed(rulebook, name));
  const reading = listed.find(({ name }) => name === readResultTool);
  return {
    rulebook,
    offered: listed.filter((tool) => tool !== reading).map(offered),
    reading: reading && offered(reading),
    present,
    bound,
  };
}

/** Returns the policies of a bundle as decisions use them. @throws PolicySpecError */
export function boundRules(agentId: string, { version, sha256, policies }: PinnedBundle): BoundRules {
  return {
    agentId,
    bundle: { version, sha256 },
    policies: policies.map(({ bound_by, ...policy }) => ({ ...compilePolicy(policy), boundBy: bound_by })),
    isStale: false,
  };
}

function rulesNow({ operator, agents }: PresentRules, agent: string): Rules['present'] {
  const found = agents.find((each) => each.agent === agent);
  return {
    lists: found?.lists,
    policies: found ? compiledPolicies(found) : [],
    operator: operatorRules(operator),
  };
}

function operatorRules({
  auto_approve,
  unlocked,
}: Pick<RunStarted['operator'], 'auto_approve' | 'unlocked'>): Rules['operator'] {
  return { autoApprove: auto_approve, unlocked };
}

/** Splits a run's first record into the members that belong to the run and those of its first agent. */
export function splitStarted({
  format,
  run_id,
  session_id,
  operator,
  event_level,
  salt,
  private_fields,
  private_key,
  graph,
  parent,
  policy_bundle,
  ...leg
}: RunStarted): { run: Omit<RunStarted, keyof RunLeg>; leg: RunLeg } {
  const run = {
    format,
    run_id,
    session_id,
    operator,
    event_level,
    salt,
    ...(private_fields === undefined ? {} : { private_fields }),
    ...(private_key === undefined ? {} : { private_key }),
    ...(graph === undefined ? {} : { graph }),
    ...(parent === undefined ? {} : { parent }),
    ...(policy_bundle === undefined ? {} : { policy_bundle }),
  };
  return { run, leg };
}

export function startsTainted({ tainted, session_memory }: RunLeg): boolean {
  return tainted || (session_memory?.values ?? []).some((value) => value.tainted);
}

export function compiledPolicies({ policies }: Pick<RunLeg, 'policies'>): CompiledPolicy[] {
  return policies.map((policy) => compilePolicy(policy as PinnedPolicy));
}

function offered({ wire_name, description, parameters }: PinnedTool): OfferedTool {
  return { name: wire_name, description, parameters };
}

/** Source in a run's records. */
export function getSource(agent: string): string {
  return `agent-home/runtime/${agent}`;
}
