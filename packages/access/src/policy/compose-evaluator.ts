import type {
  PatternList,
  PolicyCondition,
  PolicyDecision,
  PolicyDialect,
  PolicyDocument,
  PolicyEffect,
  PolicyRequest,
  PolicyStatement,
} from './policy-document.ts';

/**
 * Decisions that an evaluator consists of. They are separate, so that a test can break one and check that the mistake is noticed.
 */
export interface EvaluatorParts {
  actionMatches(dialect: PolicyDialect, pattern: string, action: string): boolean;
  resourceMatches(dialect: PolicyDialect, pattern: string, resource: string): boolean;
  conditionHolds(
    dialect: PolicyDialect,
    condition: PolicyCondition,
    context: Record<string, string>,
  ): boolean;
  /** Combines the effects of all statements that apply to the request, in document order. */
  combineEffects(effects: PolicyEffect[]): PolicyDecision;
  combineSession(session: PolicyDecision, role: PolicyDecision): PolicyDecision;
}

interface PolicyEvaluator {
  evaluatePolicy(policy: PolicyDocument, request: PolicyRequest): PolicyDecision;
  evaluateSession(
    policies: { session?: PolicyDocument | undefined; role: PolicyDocument },
    request: PolicyRequest,
  ): PolicyDecision;
}

export function composeEvaluator(parts: EvaluatorParts): PolicyEvaluator {
  const listApplies = (list: PatternList, matches: (pattern: string) => boolean) =>
    list.patterns.some(matches) === (list.match === 'any');

  const statementApplies = (dialect: PolicyDialect, statement: PolicyStatement, request: PolicyRequest) =>
    listApplies(statement.actions, (pattern) => parts.actionMatches(dialect, pattern, request.action)) &&
    listApplies(statement.resources, (pattern) =>
      parts.resourceMatches(dialect, pattern, request.resource),
    ) &&
    statement.conditions.every((condition) => parts.conditionHolds(dialect, condition, request.context));

  const evaluatePolicy = (policy: PolicyDocument, request: PolicyRequest): PolicyDecision =>
    parts.combineEffects(
      policy.statements
        .filter((statement) => statementApplies(policy.dialect, statement, request))
        .map((statement) => statement.effect),
    );

  return {
    evaluatePolicy,
    evaluateSession: ({ session, role }, request) => {
      const ofRole = evaluatePolicy(role, request);
      return session === undefined ? ofRole : parts.combineSession(evaluatePolicy(session, request), ofRole);
    },
  };
}
