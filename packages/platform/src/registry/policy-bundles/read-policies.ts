import {
  DefinitionError,
  decodePolicySpec,
  type Problem,
  policySha256,
} from '@agent-home/agent-runtime/definition';
import { compilePolicy, PolicySpecError } from '@agent-home/agent-runtime/policy';
import type { PolicyDocument } from '@agent-home/http-contract';
import { asJson, type BoundPolicy, JsonError, type JsonObject } from '@agent-home/protocol';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

/** Policy of a list before the list belongs to a role. */
export interface ReadPolicy extends Pick<BoundPolicy, 'name' | 'version' | 'sha256'> {
  spec: JsonObject;
}

/** Policy of a bundle before its certification. */
export interface ListedPolicy extends ReadPolicy {
  bound_by: BoundPolicy['bound_by'];
}

/**
 * Decodes and compiles the documents of a list, so that a resident never meets a policy that it cannot judge.
 * @throws PlatformError `invalid_input` with the path of the faulty member
 */
export function readPolicies(documents: readonly PolicyDocument[]): ReadPolicy[] {
  const policies = documents.map(({ text }, index) => readPolicy(text, `policies.${index}.text`));
  const twice = policies.findIndex(
    ({ name }, index) => policies.findIndex((other) => other.name === name) < index,
  );
  if (twice >= 0)
    throw new PlatformError(
      'invalid_input',
      `two policies have the name ${policies[twice]?.name}; rename one, or send one version of it`,
      { path: `policies.${twice}.text` },
    );
  return policies;
}

function readPolicy(text: string, path: string): ReadPolicy {
  try {
    const policy = decodePolicySpec(text);
    const { name, version } = policy.metadata;
    const pinned = { name, version, sha256: policySha256(policy), spec: asJson(policy.spec) };
    compilePolicy(pinned);
    return pinned;
  } catch (error) {
    if (error instanceof DefinitionError) throw refused(describeFirst(error.problems[0]), path);
    if (error instanceof PolicySpecError) throw refused(`${error.path.join('.')}: ${error.reason}`, path);
    if (error instanceof JsonError) throw refused(`${error.message}; write plain JSON values`, path);
    throw error;
  }
}

function describeFirst({ line, column, path, message, nearest }: Problem): string {
  const at = path.length === 0 ? `${line}:${column}` : `${line}:${column} ${path.join('.')}`;
  return `${at}: ${message}${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}

function refused(reason: string, path: string): PlatformError {
  return new PlatformError('invalid_input', `the policy is not valid: ${reason}`, { path });
}
