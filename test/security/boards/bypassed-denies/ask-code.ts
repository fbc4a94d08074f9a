import { buildNameTable, resolveName } from '@agent-home/agent-runtime/definition';
import {
  type BoundRules,
  compilePolicy,
  type Decision,
  decideCall,
  decideModel,
  Rulebook,
} from '@agent-home/agent-runtime/policy';
import type { JsonObject } from '@agent-home/protocol';
import type { House, Question, Verdict } from './case.ts';

/** Returns a function that answers questions about one house with the code under test. */
export function openHouse(house: House): (question: Question) => Verdict {
  const names = buildNameTable(house.tools, house.servers);
  const rulebook = new Rulebook({
    names,
    lists: house.lists,
    policies: house.policies.map(({ name, rules }) =>
      compilePolicy({
        name,
        version: '1.0.0',
        sha256: 'a'.repeat(64),
        spec: { rules } as unknown as JsonObject,
      }),
    ),
    operator: house.operator,
    maxToolCalls: house.maxToolCalls,
    ...(house.bound === undefined ? {} : { bound: toBound(house.bound) }),
  });
  const tools = new Map(house.tools.map((tool) => [tool.name, tool]));
  return ({ requested, arguments: args, ...facts }) => {
    if (requested === undefined) return getVerdict(decideModel(rulebook, facts));
    const found = resolveName(names, requested);
    const tool = 'canonical' in found ? tools.get(found.canonical) : undefined;
    if (!tool) return { effect: 'no_tool', by: [], unjudged: [] };
    const { name, risk, sideEffects, dataScope } = tool;
    return getVerdict(
      decideCall(rulebook, { ...facts, arguments: args, tool: name, risk, sideEffects, dataScope }),
    );
  };
}

function toBound({ agentId, policies, isStale }: NonNullable<House['bound']>): BoundRules {
  return {
    agentId,
    isStale,
    bundle: { version: 1, sha256: 'b'.repeat(64) },
    policies: policies.map(({ name, rules }) => ({
      ...compilePolicy({
        name,
        version: '1.0.0',
        sha256: 'a'.repeat(64),
        spec: { rules } as unknown as JsonObject,
      }),
      boundBy: 'owner',
    })),
  };
}

function getVerdict({ effect, rules, condition_errors = [] }: Decision): Verdict {
  return {
    effect,
    by: rules
      .map(({ layer, rule, policy }) => [layer, ...(policy ? [policy.name] : []), rule].join(' '))
      .sort(),
    unjudged: condition_errors.map(({ policy, rule }) => `policy ${policy.name} ${rule}`).sort(),
  };
}
