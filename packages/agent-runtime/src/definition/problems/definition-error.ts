import { describeProblem, type Problem, type ProblemCode } from './problem.ts';

/** Refusal of a file, with all problems found in it. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  /** Code of the first problem. */
  readonly code: ProblemCode;
  readonly problems: [Problem, ...Problem[]];

  constructor(problems: readonly Problem[]) {
    const [first, ...rest] = problems;
    if (!first) throw new TypeError('a DefinitionError without a problem');
    super(problems.map(describeProblem).join('\n'));
    this.code = first.code;
    this.problems = [first, ...rest];
  }
}
