import {
  type AgentDefinition,
  type PolicySpec,
  parseSpecReference,
  plainVersion,
  policySha256,
  type SpecReference,
} from '@agent-home/agent-runtime/definition';
import { compilePolicy } from '@agent-home/agent-runtime/policy';
import type { PinnedPolicy } from '@agent-home/agent-runtime/run-log';
import { asJson } from '@agent-home/protocol';
import { SetupError } from './setup-error.ts';

/**
 * Returns the policies of an agent, as its runs pin them. Their hash is that of the spec in the log, so that a
 * reader of the log can compare both.
 * @throws SetupError `unknown_policy`; PolicySpecError: without its policies an agent would be unrestricted
 */
export function pinPolicies(
  { policiesRef }: Pick<AgentDefinition, 'policiesRef'>,
  known: readonly PolicySpec[],
): PinnedPolicy[] {
  return [...new Set(policiesRef)].map((name) => {
    const wanted = parseSpecReference(name);
    const policy = known.find(({ metadata }) => isMeant(wanted, metadata));
    if (!policy) throw new SetupError('unknown_policy', `the policy ${name} does not exist`);
    const spec = asJson(policy.spec);
    const pinned = {
      name: policy.metadata.name,
      version: policy.metadata.version,
      sha256: policySha256(policy),
      spec,
    };
    compilePolicy(pinned);
    return pinned;
  });
}

function isMeant({ name, version }: SpecReference, metadata: PolicySpec['metadata']): boolean {
  return metadata.name === name && (version === undefined || plainVersion(metadata.version) === version);
}
