import type { DecidingRule, PinnedBundle, PolicyDecided } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';

/** Returns the rules of a decision, such as ` by tools.deny[0] of the definition`; empty without one. */
export function describeRules(rules: readonly DecidingRule[]): string {
  if (rules.length === 0) return '';
  return ` by ${rules.map(describeRule).join(', ')}`;
}

/** Returns the certified policies that apply from here on. */
export function describeBundle({ version, sha256, policies }: PinnedBundle): string[] {
  const names = policies.map((policy) => `${shownText(policy.name)} of the ${policy.bound_by}`);
  const which = names.length === 0 ? 'none' : names.join(', ');
  return [`  certified policies, version ${version} (${sha256.slice(0, 12)}): ${which}`];
}

function describeRule({ layer, rule, effect, policy, agent, bound_by }: DecidingRule): string {
  const whose = policy
    ? `policy ${shownText(policy.name)}@${shownText(policy.version)} (${policy.sha256.slice(0, 12)})`
    : `the ${layer}`;
  // Denies of earlier agents in a chain of handoffs still hold.
  const inherited = agent === undefined ? '' : ` of agent ${shownText(agent)}`;
  const bound = bound_by === undefined ? '' : `, bound by the ${bound_by},`;
  return `${shownText(rule)} of ${whose}${inherited}${bound} (${effect})`;
}

/** Returns the effect in one word, and its sign. */
export function describeEffect({ effect }: Pick<PolicyDecided, 'effect'>): { sign: string; word: string } {
  if (effect === 'allow') return { sign: '✔', word: 'allowed' };
  return { sign: '✘', word: effect === 'deny' ? 'denied' : 'not allowed without an approval' };
}
