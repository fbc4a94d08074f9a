import { tokenLimits, tokenMembers } from '../budgets/limits.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { boundRules, rulesOfLeg } from '../legs/start-leg.ts';
import type { BoundRules } from '../policy/index.ts';
import type { RecordData, RunLimits } from '../run-log/index.ts';
import { LayeredMap } from '../state/layered-map.ts';
import { type StepResult, wait } from '../state/next.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getCause } from './effect.ts';

/**
 * Applies a newer bundle from the next decision on, or the same one after it was stale. Limits of the run only shrink.
 * @throws RuntimeError `unexpected_input` without an identity, or for an older bundle, which would widen the run
 */
export function onBundleUpdated(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'policy.bundle_updated'>,
): StepResult {
  const { identity } = state.first;
  if (!identity)
    throw new RuntimeError('unexpected_input', 'policy.bundle_updated in a run without an identity');
  if (!mayFollow(state.bound, data))
    throw new RuntimeError('unexpected_input', `policy.bundle_updated names the old version ${data.version}`);
  writer.write('policy.bundle_updated', data, getCause(state));
  return wait(withBound(state, boundRules(identity.agent_id, data)));
}

/** Denies calls from the next decision on, until a bundle is verified again. */
export function onBundleStale(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'policy.bundle_stale'>,
): StepResult {
  const { bound } = state;
  if (!bound || bound.isStale)
    throw new RuntimeError('unexpected_input', 'policy.bundle_stale without a bundle that is current');
  writer.write('policy.bundle_stale', data, getCause(state));
  return wait(withBound(state, { ...bound, isStale: true }));
}

function mayFollow(bound: BoundRules | undefined, { version, sha256 }: RecordData<'policy.bundle_updated'>) {
  if (!bound || version > bound.bundle.version) return true;
  return bound.isStale && version === bound.bundle.version && sha256 === bound.bundle.sha256;
}

function withBound(state: RunState, bound: BoundRules): RunState {
  const narrow = <Leg extends { limits: RunLimits }>(leg: Leg): Leg => ({
    ...leg,
    limits: limitsWithin(leg.limits, bound),
  });
  const started = narrow(state.started);
  const pinned = LayeredMap.of(
    [...state.legs.pinned].map(([agent, { seq, leg }]) => [agent, { seq, leg: narrow(leg) }] as const),
  );
  return {
    ...state,
    first: narrow(state.first),
    started,
    legs: { ...state.legs, pinned },
    ...rulesOfLeg(started, state.legs.chain, { present: state.present, bound }),
  };
}

/** Returns the smaller of a run's limits and those of bound policies, each with the field that raises it. */
function limitsWithin(limits: RunLimits, { policies }: BoundRules): RunLimits {
  let found = limits;
  for (const { name, limits: bound } of policies) {
    const before = tokenLimits(found);
    const most = (value: number | undefined) => value ?? Number.POSITIVE_INFINITY;
    const tokens = {
      generated: Math.min(before.generated, most(bound.maxTokens)),
      total: Math.min(before.total, most(bound.maxTotalTokens)),
    };
    const calls = Math.min(found.max_tool_calls, most(bound.maxToolCalls));
    const timeoutMs = Math.min(found.timeout_ms, most(bound.timeoutMs));
    const field = (limit: string) => `spec.limits.${limit} of the bound policy ${name}`;
    const setBy = {
      ...found.set_by,
      ...(tokens.generated < before.generated ? { max_tokens: field('maxTokens') } : {}),
      ...(tokens.total < before.total ? { max_total_tokens: field('maxTotalTokens') } : {}),
      ...(calls < found.max_tool_calls ? { max_tool_calls: field('maxToolCalls') } : {}),
      ...(timeoutMs < found.timeout_ms ? { timeout_ms: field('timeoutMs') } : {}),
    };
    const { max_tokens, max_total_tokens, counts, ...rest } = found;
    found = {
      ...rest,
      ...tokenMembers(tokens, counts),
      max_tool_calls: calls,
      timeout_ms: timeoutMs,
      ...(found.set_by === undefined ? {} : { set_by: setBy }),
    };
  }
  return found;
}
