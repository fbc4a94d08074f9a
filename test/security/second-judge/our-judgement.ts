import { PolicyError, parsePolicy } from '@agent-home/access';
import { composeEvaluator } from '../../../packages/access/src/policy/compose-evaluator.ts';
import { evaluatorParts } from '../../../packages/access/src/policy/evaluate-policy.ts';
import type { Mutant } from '../../../packages/access/src/testing/evaluator-mutants.ts';
import type { JudgedCase, Judgement } from './ask-judge.ts';

/** Returns the verdict of the project's evaluator, unchanged or with a planted mistake. */
export function ourJudgement(
  { role, session, requests }: JudgedCase,
  { parts = {}, statement = (same) => same }: Omit<Mutant, 'mistake'> = {},
): Judgement {
  const evaluator = composeEvaluator({ ...evaluatorParts, ...parts });
  const read = (text: string) => {
    const document = parsePolicy(text, 'oss');
    return { ...document, statements: document.statements.map(statement) };
  };
  try {
    const policies = { role: read(role), session: session === null ? undefined : read(session) };
    return requests.map((request) => evaluator.evaluateSession(policies, request));
  } catch (error) {
    if (error instanceof PolicyError) return 'refused';
    throw error;
  }
}
