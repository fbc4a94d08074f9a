import { actionMatches } from './action-match.ts';
import { composeEvaluator, type EvaluatorParts } from './compose-evaluator.ts';
import { conditionHolds } from './condition-match.ts';
import type { PolicyDecision, PolicyDocument, PolicyEffect, PolicyRequest } from './policy-document.ts';
import { resourceMatches } from './resource-match.ts';

/** An explicit deny wins at any position; without an allow the request is denied. */
function combineEffects(effects: PolicyEffect[]): PolicyDecision {
  if (effects.includes('Deny')) return 'explicit_deny';
  return effects.includes('Allow') ? 'allow' : 'implicit_deny';
}

/** A session can only narrow its role: both must allow, and either may deny. */
function combineSession(session: PolicyDecision, role: PolicyDecision): PolicyDecision {
  if (session === 'explicit_deny' || role === 'explicit_deny') return 'explicit_deny';
  return session === 'allow' && role === 'allow' ? 'allow' : 'implicit_deny';
}

/** The only correct composition; exported for the mutation test, not from the package. */
export const evaluatorParts: EvaluatorParts = {
  actionMatches,
  resourceMatches,
  conditionHolds,
  combineEffects,
  combineSession,
};

const evaluator = composeEvaluator(evaluatorParts);

/** Returns the store's decision by this one policy. */
export function evaluatePolicy(policy: PolicyDocument, request: PolicyRequest): PolicyDecision {
  return evaluator.evaluatePolicy(policy, request);
}

/**
 * Returns the store's decision for an AssumeRole credential: the intersection of session and role policy.
 * Without a session policy the credential has the whole role, as in STS.
 */
export function evaluateSession(
  policies: { session?: PolicyDocument | undefined; role: PolicyDocument },
  request: PolicyRequest,
): PolicyDecision {
  return evaluator.evaluateSession(policies, request);
}
