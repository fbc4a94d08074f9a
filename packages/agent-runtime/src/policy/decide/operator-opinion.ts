import { matchesList, type NameTable } from '../../definition/index.ts';
import { isAtLeast, isRiskLevel, type RiskLevel } from '../risk/risk-levels.ts';
import type { Opinion } from './strongest.ts';

/** Calls that the operator of this machine approves in advance; a definition cannot widen them (ADR 0025). */
export interface OperatorRules {
  /** Levels of risk, and patterns of canonical names such as `home.*`. */
  autoApprove: readonly string[];
  /** Tools of level `critical` that can be approved. */
  unlocked: readonly string[];
}

/**
 * Requests approval for each call that the operator has not approved in advance. Once the run has read text of others, also for
 * each call above `safe` that is not the home's own. A stranger's text must not make the agent act on this machine.
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
  // An entry that is the name of a risk level is always a level, even if a tool has that name.
  const isApproved = autoApprove.some((entry) =>
    isRiskLevel(entry) ? entry === risk : matchesList(names, [entry], tool, 'allow'),
  );
  return isApproved
    ? { rule: { layer: 'operator', rule: 'autoApprove', effect: 'allow' } }
    : confirm('autoApprove');
}

/** The model continues without the call after a refusal, since no rule declares it required. */
function confirm(rule: string): Opinion {
  return {
    rule: { layer: 'operator', rule, effect: 'confirm', approval: 'optional' },
    code: 'needs_approval',
  };
}
