export { evaluatePolicy, evaluateSession } from './evaluate-policy.ts';
export { parsePolicy } from './parse-policy.ts';
export type {
  PolicyDecision,
  PolicyDialect,
  PolicyDocument,
  PolicyRequest,
  PolicyStatement,
} from './policy-document.ts';
export { PolicyError, type PolicyErrorCode } from './policy-error.ts';
