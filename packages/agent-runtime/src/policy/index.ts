export {
  type AnswerBudget,
  computeCost,
  type ModelPrice,
  type Reserved,
  reserveAnswer,
  type Tokens,
} from './budgets/reserve-answer.ts';
export { type LimitName, type Limits, limitNames, smallestLimits } from './budgets/smallest-limits.ts';
export { InvalidCondition } from './conditions/condition-error.ts';
export { compileStateCondition, type StateCondition } from './conditions/state-condition.ts';
export { type ApprovalTerms, approvalTerms, withApproval } from './decide/approval.ts';
export type { BoundRules } from './decide/bound-rules.ts';
export {
  type CallQuestion,
  dataAction,
  decideCall,
  decideMemory,
  decideModel,
  isListed,
  opinionsOnCall,
  type RunFacts,
} from './decide/decide-call.ts';
export { type Decision, type DecisionCode, decisionCodes, type Effect } from './decide/decision.ts';
export type { InheritedRules } from './decide/inherited-rules.ts';
export type { AgentLists } from './decide/list-opinion.ts';
export type { OperatorRules } from './decide/operator-opinion.ts';
export { type PresentRules, Rulebook, type Rules } from './decide/rulebook.ts';
export { compilePattern, type Pattern, PatternError } from './patterns/compile-pattern.ts';
export { type CompiledPolicy, compilePolicy, PolicySpecError } from './policies/compiled-policy.ts';
export {
  combineRedactions,
  compileRedaction,
  noRedaction,
  type Redaction,
} from './redaction/compile-redaction.ts';
export { redact, redacted } from './redaction/redact.ts';
export {
  isAtLeast,
  knownRisk,
  type RiskLevel,
  riskLevels,
  riskOfUnknown,
} from './risk/risk-levels.ts';
export { cutNote } from './secrets/cut-edges.ts';
export { longestSecret, shortestSecret } from './secrets/encoded-forms.ts';
export { isSearchable, type NamedSecret, SecretSearch, type SecretStream } from './secrets/secret-search.ts';
export { getTaint, type Taint, type TaintRow, taintTable } from './taint/taint-table.ts';
