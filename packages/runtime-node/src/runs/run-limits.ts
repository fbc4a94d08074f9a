import { compilePolicy, type LimitName, type Limits, limitNames } from '@agent-home/agent-runtime/policy';
import type { RunLimits } from '@agent-home/agent-runtime/run-log';
import type { RunSetup } from './run-setup.ts';

/** Maximum rounds of one run; no definition raises it (spec agent-runtime "Stops"). */
const maxRounds = 25;

interface Source {
  limits: Limits;
  /** Returns the field that raises a limit of this source. */
  field(name: LimitName): string;
}

/**
 * Returns the smallest of the limits of definition, policies and settings, each with the field that sets it (ADR 0027). Limits that the
 * agent's file does not state are those of the settings, or else the schema's defaults.
 */
export function getLimits(
  order: Pick<RunSetup, 'definition' | 'policies' | 'policyBundle' | 'limits'>,
): RunLimits {
  const { definition } = order;
  const sources = collectSources(order);
  const found = new Map<LimitName, { value: number; field: string }>();
  for (const name of limitNames)
    for (const { limits, field } of sources) {
      const value = limits[name];
      const least = found.get(name)?.value ?? Number.POSITIVE_INFINITY;
      if (value !== undefined && value < least) found.set(name, { value, field: field(name) });
    }
  const getLimit = (name: LimitName) => found.get(name)?.value;
  const [total, cost] = [getLimit('maxTotalTokens'), getLimit('maxCost')];
  const setBy = {
    ...getField('max_tokens', found.get('maxTokens')),
    ...getField('max_total_tokens', found.get('maxTotalTokens')),
    ...getField('max_tool_calls', found.get('maxToolCalls')),
    ...getField('timeout_ms', found.get('timeoutMs')),
    ...getField('max_cost', found.get('maxCost')),
  };
  return {
    max_tokens: getLimit('maxTokens') ?? definition.limits.maxTokens,
    counts: 'generated',
    max_tool_calls: getLimit('maxToolCalls') ?? definition.limits.maxToolCalls,
    timeout_ms: getLimit('timeoutMs') ?? definition.limits.timeoutMs,
    max_rounds: maxRounds,
    ...(total === undefined ? {} : { max_total_tokens: total }),
    ...(cost === undefined ? {} : { max_cost: cost }),
    set_by: setBy,
  };
}

function collectSources({
  definition,
  policies,
  policyBundle,
  limits: settings = {},
}: Pick<RunSetup, 'definition' | 'policies' | 'policyBundle' | 'limits'>): Source[] {
  const { name: agent, unstatedLimits = [] } = definition;
  const unstated = new Set<LimitName>(unstatedLimits);
  const own = Object.entries(definition.limits) as [LimitName, number][];
  const stated = own.filter(([name]) => !unstated.has(name));
  const defaults = own.filter(([name]) => unstated.has(name) && settings[name] === undefined);
  return [
    { limits: Object.fromEntries(stated), field: (name) => `limits.${name} of agent ${agent}` },
    { limits: settings, field: (name) => `limits.${name} of the settings` },
    {
      limits: Object.fromEntries(defaults),
      field: (name) => `limits.${name} of agent ${agent} or of the settings`,
    },
    ...policies.map((policy): Source => {
      const { limits, name: policyName } = compilePolicy(policy);
      return { limits, field: (name) => `spec.limits.${name} of policy ${policyName}` };
    }),
    ...(policyBundle?.policies ?? []).map(({ bound_by: _, ...policy }): Source => {
      const { limits, name: policyName } = compilePolicy(policy);
      return { limits, field: (name) => `spec.limits.${name} of the bound policy ${policyName}` };
    }),
  ];
}

function getField<Name extends string>(
  name: Name,
  found: { field: string } | undefined,
): Partial<Record<Name, string>> {
  return found === undefined ? {} : ({ [name]: found.field } as Record<Name, string>);
}
