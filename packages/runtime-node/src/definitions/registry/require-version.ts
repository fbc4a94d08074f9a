import { type DecodedSpec, plainVersion } from '@agent-home/agent-runtime/definition';
import { RegistryError } from './registry-error.ts';

/** Leaves room for the suffix within the file name limit of all systems. */
const longestVersion = 100;

/**
 * Returns the version under which a spec can be registered.
 * @throws RegistryError `version_missing`
 */
export function requireVersion(spec: DecodedSpec): string {
  const written = spec.kind === 'Agent' ? spec.definition.version : spec.effective.metadata.version;
  const version = plainVersion(written);
  // Default version of a Markdown file without one.
  if (version === undefined || version === '0.0.0')
    throw new RegistryError('version_missing', `${spec.name} has no version: add a line like version: 1.0.0`);
  if (version.length > longestVersion)
    throw new RegistryError(
      'version_missing',
      `the version of ${spec.name} has over ${longestVersion} characters`,
    );
  return version;
}
