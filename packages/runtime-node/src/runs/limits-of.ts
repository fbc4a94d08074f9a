import { compilePolicy, type LimitName, type Limits, limitNames } from '@agent-home/agent-runtime/policy';
import type { RunLimits } from '@agent-home/agent-runtime/run-log';
import type { RunOrder } from './run-order.ts';

/** Maximum rounds of one run; no definition raises it (spec agent-runtime "Stops"). */
const maxRounds = 25;

interface Source {
  limits: Limits;
  /** The field that raises a limit of this source. */
  field(name: LimitName): string;
}

/**
 * Returns the smallest of the limits of definition, policies and settings, each with the field that sets it (ADR 0027). Limits that the
 * agent's file does not state are those of the settings, or else the schema's defaults.
 */
export function limitsOf(order: Pick<RunOrder, 'definition' | 'policies' | 'limits'>): RunLimits {
  const { definition } = order;
  const sources = sourcesOf(order);
  const found = new Map<LimitName, { value: number; field: string }>();
  for (const name of limitNames)
    for (const { limits, field } of sources) {
      const value = limits[name];
      const least = found.get(name)?.value ?? Number.POSITIVE_INFINITY;
      if (value !== undefined && value < least) found.set(name, { value, field: field(name) });
    }
  const limitOf = (name: LimitName) => found.get(name)?.value;
  const [total, cost] = [limitOf('maxTotalTokens'), limitOf('maxCost')];
  const setBy = {
    ...fieldOf('max_tokens', found.get('maxTokens')),
    ...fieldOf('max_total_tokens', found.get('maxTotalTokens')),
    ...fieldOf('max_tool_calls', found.get('maxToolCalls')),
    ...fieldOf('timeout_ms', found.get('timeoutMs')),
    ...fieldOf('max_cost', found.get('maxCost')),
  };
  return {
    max_tokens: limitOf('maxTokens') ?? definition.limits.maxTokens,
    counts: 'generated',
    max_tool_calls: limitOf('maxToolCalls') ?? definition.limits.maxToolCalls,
    timeout_ms: limitOf('timeoutMs') ?? definition.limits.timeoutMs,
    max_rounds: maxRounds,
    ...(total === undefined ? {} : { max_total_tokens: total }),
    ...(cost === undefined ? {} : { max_cost: cost }),
    set_by: setBy,
  };
}

function sourcesOf({
  definition,
  policies,
  limits: settings = {},
}: Pick<RunOrder, 'definition' | 'policies' | 'limits'>): Source[] {
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
  ];
}

function fieldOf<Name extends string>(
  name: Name,
  found: { field: string } | undefined,
): Partial<Record<Name, string>> {
  return found === undefined ? {} : ({ [name]: found.field } as Record<Name, string>);
}
