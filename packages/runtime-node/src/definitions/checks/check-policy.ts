import { type PolicySpec, type Problem, problemAt } from '@agent-home/agent-runtime/definition';
import { compilePolicy, PolicySpecError } from '@agent-home/agent-runtime/policy';
import { asJson } from '@agent-home/protocol';

/** Returns problems of a policy that conforms to its schema: conditions, time windows, patterns. */
export function checkPolicy(
  { metadata, spec }: PolicySpec,
  source: { file: string; content: Uint8Array | string },
): Problem[] {
  try {
    const { name, version } = metadata;
    compilePolicy({ name, version, sha256: '0'.repeat(64), spec: asJson(spec) });
    return [];
  } catch (error) {
    if (error instanceof PolicySpecError)
      return [problemAt(source, 'invalid_value', [...error.path], { message: error.reason })];
    throw error;
  }
}
