import { matchesList, type NameTable } from '../../definition/index.ts';
import { isAtLeast, isRiskLevel, type RiskLevel } from '../risk/risk-levels.ts';
import type { Opinion } from './strongest.ts';

/** Calls that the operator of this machine approves in advance; a definition cannot widen them (ADR 0025). */
export interface OperatorRules {
  /** Levels of risk, and patterns of canonical names as `home.*`. */
  autoApprove: readonly string[];
  /** Tools of level `critical` that may be confirmed at all. */
  unlocked: readonly string[];
}

/**
 * Asked for is what the operator has not approved beforehand, and, once words of others are in the run, whatever is above
 * `safe` and no business of the home's own: a stranger's words must not make the agent act on this machine.
 */
export function operatorOpinion(
  { autoApprove, unlocked }: OperatorRules,
  names: NameTable,
  { tool, risk, tainted }: { tool: string; risk: RiskLevel; tainted: boolean },
): Opinion {
  if (risk === 'critical' && !unlocked.includes(tool))
    return { rule: { layer: 'operator', rule: 'unlock', effect: 'deny' }, code: 'tool_locked' };
  if (risk === 'critical') return confirm('unlock');
  const isHomes = tool.startsWith('home.');
  if (tainted && !isHomes && isAtLeast(risk, 'low')) return confirm('tainted');
  // A word for a level is one, whatever a tool is called.
  const isApproved = autoApprove.some((entry) =>
    isRiskLevel(entry) ? entry === risk : matchesList(names, [entry], tool, 'allow'),
  );
  return isApproved
    ? { rule: { layer: 'operator', rule: 'autoApprove', effect: 'allow' } }
    : confirm('autoApprove');
}

/** Nobody declared that all the rest depends on such a call: after a refusal the model goes on without it. */
function confirm(rule: string): Opinion {
  return {
    rule: { layer: 'operator', rule, effect: 'confirm', approval: 'optional' },
    code: 'needs_approval',
  };
}
