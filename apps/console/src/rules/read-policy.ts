import {
  DefinitionError,
  decodePolicySpec,
  explainProblem,
  policySha256,
} from '@agent-home/agent-runtime/definition';
import { compilePolicy, PolicySpecError } from '@agent-home/agent-runtime/policy';
import { asJson, JsonError } from '@agent-home/protocol';
import { z } from 'zod';

/** Policy of a list that a form changes, with the document that is sent for it. */
export interface EditedPolicy {
  name: string;
  version: string;
  sha256: string;
  spec: Record<string, unknown>;
  text: string;
}

/** Returns a policy as the home reads it, or the reason why the home would refuse it. */
export function readPolicy(text: string): EditedPolicy | { problem: string } {
  try {
    const policy = decodePolicySpec(text);
    const { name, version } = policy.metadata;
    const pinned = { name, version, sha256: policySha256(policy), spec: asJson(policy.spec) };
    compilePolicy(pinned);
    return { ...pinned, text };
  } catch (error) {
    if (error instanceof DefinitionError) {
      const [first] = error.problems;
      return { problem: first === undefined ? error.message : explainProblem(first) };
    }
    if (error instanceof PolicySpecError) return { problem: `${error.path.join('.')}: ${error.reason}` };
    if (error instanceof JsonError) return { problem: error.message };
    throw error;
  }
}

/** Returns the document of a bound policy, whose rules and so its hash are the same. */
export function toDocument({ name, version, spec }: Pick<EditedPolicy, 'name' | 'version' | 'spec'>): string {
  const metadata = { name, version, owner: 'owner' };
  return JSON.stringify({ apiVersion: 'agent.platform/v1', kind: 'Policy', metadata, spec });
}

export interface PolicyChange {
  kind: 'added' | 'replaced' | 'removed' | 'same';
  policy: Pick<EditedPolicy, 'name' | 'version' | 'spec'>;
  /** Version that is replaced. */
  before?: string;
}

/** Compares two lists of policies by name: those of the new list in its order, then those that are removed. */
export function comparePolicies(
  before: readonly Omit<EditedPolicy, 'text'>[],
  after: readonly Omit<EditedPolicy, 'text'>[],
): PolicyChange[] {
  const known = new Map(before.map((policy) => [policy.name, policy]));
  const kept = after.map((policy): PolicyChange => {
    const old = known.get(policy.name);
    if (old === undefined) return { kind: 'added', policy };
    const isSame = old.sha256 === policy.sha256 && old.version === policy.version;
    return isSame ? { kind: 'same', policy } : { kind: 'replaced', policy, before: old.version };
  });
  const names = new Set(after.map(({ name }) => name));
  const removed = before.filter(({ name }) => !names.has(name));
  return [...kept, ...removed.map((policy): PolicyChange => ({ kind: 'removed', policy }))];
}

const shownSpecSchema = z.object({
  rules: z
    .array(
      z.object({
        effect: z.enum(['allow', 'deny']),
        action: z.enum(['tool.call', 'model.use', 'data.read', 'data.write']),
        selector: z
          .object({
            agent: z.string().default('*'),
            tool: z.string().default('*'),
            modelProvider: z.string().default('*'),
          })
          .prefault({}),
        conditions: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .default([]),
  limits: z.record(z.string(), z.unknown()).default({}),
});
export type ShownRule = z.infer<typeof shownSpecSchema>['rules'][number];

/** Returns the rules and limits of a spec; undefined for one that this page does not know. */
export function shownSpec(spec: Record<string, unknown>): z.infer<typeof shownSpecSchema> | undefined {
  return shownSpecSchema.safeParse(spec).data;
}
