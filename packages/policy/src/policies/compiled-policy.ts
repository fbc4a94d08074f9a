import type { PinnedPolicy } from '@agent-home/run-log';
import { z } from 'zod';

/** A PolicySpec's rule as decisions go by it. */
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
  conditions: z
    .strictObject({
      notBefore: z.iso.datetime({ offset: true }).optional(),
      notAfter: z.iso.datetime({ offset: true }).optional(),
      approval: z.enum(['required', 'optional']).optional(),
    })
    .default({}),
});
const specSchema = z.strictObject({
  rules: z.array(ruleSchema).min(1),
  limits: z
    .strictObject({
      maxTokens: z.int().optional(),
      maxToolCalls: z.int().optional(),
      timeoutMs: z.int().optional(),
    })
    .default({}),
  /** Not for decisions: what is never to be shown. */
  redaction: z.json().optional(),
});

export type PolicyRule = z.infer<typeof ruleSchema>;
export interface CompiledPolicy extends z.infer<typeof specSchema> {
  name: string;
  version: string;
  sha256: string;
}

export class PolicySpecError extends Error {
  override readonly name = 'PolicySpecError';
  readonly code = 'invalid_policy';
}

/**
 * A policy, read once for all the decisions of a run. A member or a condition that is not known makes it invalid: to
 * pass over one would turn a narrow rule into a broad one (ruling 2).
 * @throws PolicySpecError
 */
export function compilePolicy({ name, version, sha256, spec }: PinnedPolicy): CompiledPolicy {
  const parsed = specSchema.safeParse(spec);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new PolicySpecError(`policy ${name}: spec.${issue?.path.join('.')}: ${issue?.message}`);
  }
  return { name, version, sha256, ...parsed.data };
}
