import {
  type DecodedSpec,
  DefinitionError,
  decodeAny,
  describeProblem,
  plainVersion,
  specSha256,
} from '@agent-home/agent-runtime/definition';
import type { RegisteredKind } from '@agent-home/http-contract';
import { sha256Hex } from '@agent-home/protocol';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

/** Place of a version in the registry, with a version as `plainVersion` returns it. */
export interface SpecPlace {
  kind: RegisteredKind;
  name: string;
  version: string;
}

const kinds = { Agent: 'agents', Tool: 'tools', Policy: 'policies' } as const satisfies Record<
  DecodedSpec['kind'],
  RegisteredKind
>;
/** Problems of a document in one refusal. */
const shownProblems = 5;

/** Document that may be registered at its place. */
interface DecodedVersion {
  sha256: string;
  contentSha256: string;
  extension: 'md' | 'yaml' | 'json';
}

/**
 * Decodes a document, which has to be the one that its place names.
 * @throws PlatformError `invalid_spec`
 */
export function decodeVersion(
  { kind, name, version }: SpecPlace,
  { file, content }: { file: string; content: string },
): DecodedVersion {
  const bytes = new TextEncoder().encode(content);
  const spec = decode(bytes, file);
  const written = spec.kind === 'Agent' ? spec.definition.version : spec.effective.metadata.version;
  // Version of a Markdown file that names none.
  if (version === '0.0.0') throw refused(`version 0.0.0 is not registered; add a version such as 1.0.0`);
  const differences = [
    [kinds[spec.kind], kind],
    [spec.name, name],
    [plainVersion(written), version],
  ].filter(([own, asked]) => own !== asked);
  for (const [own, asked] of differences)
    throw refused(`the document says ${own} where the path says ${asked}; use the path of the document`);
  const extension = file.endsWith('.md') ? 'md' : file.endsWith('.json') ? 'json' : 'yaml';
  return { sha256: specSha256(spec, bytes), contentSha256: sha256Hex(bytes), extension };
}

function decode(bytes: Uint8Array, file: string): DecodedSpec {
  try {
    return decodeAny(bytes, { file });
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const problems = error.problems.slice(0, shownProblems).map(describeProblem);
    const others = error.problems.length - problems.length;
    throw refused([...problems, ...(others > 0 ? [`and ${others} more problems`] : [])].join('; '));
  }
}

function refused(message: string): PlatformError {
  return new PlatformError('invalid_spec', `the document cannot be registered: ${message}`, {
    path: 'content',
  });
}
