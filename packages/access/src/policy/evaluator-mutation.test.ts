import { describe, expect, it } from 'vitest';
import { type Mutant, mutants } from '../testing/evaluator-mutants.ts';
import { composeEvaluator } from './compose-evaluator.ts';
import { evaluatorParts } from './evaluate-policy.ts';
import { parsePolicy } from './parse-policy.ts';
import type { PolicyDocument } from './policy-document.ts';
import { vendorCases } from './vendor-cases/index.ts';

function failures({ parts = {}, statement = (same) => same }: Omit<Mutant, 'mistake'>): string[] {
  const evaluator = composeEvaluator({ ...evaluatorParts, ...parts });
  const read = (policy: object, dialect: PolicyDocument['dialect']): PolicyDocument => {
    const document = parsePolicy(JSON.stringify(policy), dialect);
    return { ...document, statements: document.statements.map(statement) };
  };
  return vendorCases.flatMap(({ topic, dialect, policy, session, checks }) => {
    const policies = {
      role: read(policy, dialect),
      ...(session === undefined ? {} : { session: read(session, dialect) }),
    };
    return checks
      .filter((request) => evaluator.evaluateSession(policies, request) !== request.expected)
      .map((request) => `${topic}: ${request.action} ${request.resource}`);
  });
}

describe('the vendor table', () => {
  it('the policy evaluator agrees with all vendor cases', () => {
    expect(failures({})).toEqual([]);
  });

  it.each(mutants)('notices an evaluator in which $mistake', ({ parts, statement }) => {
    const mutation = { ...(parts && { parts }), ...(statement && { statement }) };
    expect(failures(mutation).length).toBeGreaterThan(0);
  });
});
