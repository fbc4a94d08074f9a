import { z } from 'zod';
import type { PinnedPolicy } from '../../run-log/index.ts';
import type { Condition } from '../conditions/compile-condition.ts';
import { InvalidCondition } from '../conditions/condition-error.ts';
import { PatternError } from '../patterns/compile-pattern.ts';
import { compileRedaction, noRedaction, type Redaction } from '../redaction/compile-redaction.ts';
import { compileConditions, conditionsSchema } from './rule-conditions.ts';

/** Rule of a PolicySpec in the form that decisions use. */
const ruleSchema = z.strictObject({
  effect: z.enum(['allow', 'deny']),
  action: z.enum(['tool.call', 'model.use', 'data.read', 'data.write']),
  selector: z
    .strictObject({
      agent: z.string().default('*'),
      tool: z.string().default('*'),
      modelProvider: z.string().default('*'),
    })
    .default({ agent: '*', tool: '*', modelProvider: '*' }),
  conditions: conditionsSchema.default({}),
});
/** Limit of rules: each decision reads every rule of every policy. */
const mostRules = 1_000;
const specSchema = z.strictObject({
  rules: z.array(ruleSchema).min(1).max(mostRules),
  limits: z
    .strictObject({
      maxTokens: z.int().optional(),
      maxTotalTokens: z.int().optional(),
      maxToolCalls: z.int().optional(),
      timeoutMs: z.int().optional(),
    })
    .default({}),
  /** Redaction of shown text; not used for decisions. */
  redaction: z
    .strictObject({ enabled: z.boolean().default(false), patterns: z.array(z.string()).default([]) })
    .optional(),
});

export interface PolicyRule extends z.infer<typeof ruleSchema> {
  /** Conditions that must hold at the time of the decision, `approval` excluded. */
  holds: readonly Condition[];
}
export interface CompiledPolicy {
  name: string;
  version: string;
  sha256: string;
  /** PolicySpec as pinned, which a delegated run pins again. */
  spec: PinnedPolicy['spec'];
  /** Set for a policy of a home: the role that bound it. */
  boundBy?: 'owner' | 'admin';
  rules: PolicyRule[];
  limits: z.infer<typeof specSchema>['limits'];
  redaction: Redaction;
}

export class PolicySpecError extends Error {
  override readonly name = 'PolicySpecError';
  readonly code = 'invalid_policy';
  /** Reason, and the path of the member in the file. */
  readonly reason: string;
  readonly path: readonly (string | number)[];

  constructor(policy: string, path: readonly (string | number)[], reason: string) {
    super(`policy ${policy}: ${path.join('.')}: ${reason}`);
    this.reason = reason;
    this.path = path;
  }
}

/**
 * Compiles a policy once for all decisions of a run. An unknown member or condition makes it invalid: skipping one would turn
 * a narrow rule into a broad one (ADR 0024).
 * @throws PolicySpecError
 */
export function compilePolicy({ name, version, sha256, spec }: PinnedPolicy): CompiledPolicy {
  const parsed = specSchema.safeParse(spec);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const steps = (issue?.path ?? []).filter((step) => typeof step !== 'symbol');
    throw new PolicySpecError(name, ['spec', ...steps], issue?.message ?? 'is not valid');
  }
  const { rules, limits, redaction } = parsed.data;
  return {
    name,
    version,
    sha256,
    spec,
    rules: rules.map((rule, index) => ({
      ...rule,
      holds: orInvalid(name, ['spec', 'rules', index, 'conditions'], () =>
        compileConditions(rule.conditions),
      ),
    })),
    limits,
    redaction: orInvalid(name, ['spec', 'redaction'], () =>
      redaction ? compileRedaction(redaction) : noRedaction,
    ),
  };
}

function orInvalid<Compiled>(
  policy: string,
  path: readonly (string | number)[],
  compile: () => Compiled,
): Compiled {
  try {
    return compile();
  } catch (error) {
    if (error instanceof InvalidCondition || error instanceof PatternError)
      throw new PolicySpecError(policy, path, error.message);
    throw error;
  }
}
