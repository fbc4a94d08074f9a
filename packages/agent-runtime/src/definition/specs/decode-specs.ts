import { type PolicySpec, policySpecSchema } from '../contracts/policy-spec.ts';
import { type ToolSpec, toolSpecSchema } from '../contracts/tool-spec.ts';
import type { DecodeOptions } from '../definition/decode-options.ts';
import { checkShape } from '../document/check-shape.ts';
import { readDocument } from '../document/read-document.ts';
import { requireKind } from '../document/require-kind.ts';
import type { SourceDocument } from '../document/source-document.ts';
import { foldName } from '../names/spellings.ts';
import { DefinitionError } from '../problems/definition-error.ts';
import { nearestName } from '../problems/nearest-name.ts';
import type { Problem } from '../problems/problem.ts';

/**
 * Decodes a ToolSpec file and adds its defaults.
 * @throws DefinitionError
 */
export function decodeToolSpec(content: Uint8Array | string, options: DecodeOptions = {}): ToolSpec {
  const document = readDocument(options.file ?? '', content);
  requireKind(document, 'Tool');
  return toToolSpec(document, options);
}

export function toToolSpec(document: SourceDocument, options: DecodeOptions = {}): ToolSpec {
  const spec = checkShape(toolSpecSchema, document);
  refuseAny(checkName(spec.metadata.name, document, options));
  return spec;
}

/**
 * Decodes a PolicySpec file and adds its defaults.
 * @throws DefinitionError
 */
export function decodePolicySpec(content: Uint8Array | string, options: DecodeOptions = {}): PolicySpec {
  const document = readDocument(options.file ?? '', content);
  requireKind(document, 'Policy');
  return toPolicySpec(document, options);
}

export function toPolicySpec(document: SourceDocument, options: DecodeOptions = {}): PolicySpec {
  const spec = checkShape(policySpecSchema, document);
  refuseAny([...checkName(spec.metadata.name, document, options), ...checkConditions(spec, document)]);
  return spec;
}

/** Supported conditions. An unsupported one is refused, since it would look like protection. */
const knownConditions = ['when', 'timeWindow', 'notBefore', 'notAfter', 'approval'];

function checkConditions({ spec }: PolicySpec, document: SourceDocument): Problem[] {
  return spec.rules.flatMap(({ conditions = {} }, index) =>
    Object.keys(conditions)
      .filter((name) => !knownConditions.includes(name))
      .map((name) =>
        document.problem(
          'unknown_field',
          ['spec', 'rules', index, 'conditions', name],
          `unknown condition "${name}"`,
          { nearest: nearestName(name, knownConditions), at: 'name' },
        ),
      ),
  );
}

/** File names may have `_` where a spec requires `-`: `jira_reader.tool.yaml` is `jira-reader`. */
function checkName(name: string, document: SourceDocument, { expected }: DecodeOptions): Problem[] {
  if (expected?.name === undefined || foldName(expected.name) === foldName(name)) return [];
  const message = `the spec is called "${name}" but its file "${expected.name}": use one name`;
  return [document.problem('name_mismatch', ['metadata', 'name'], message)];
}

function refuseAny(problems: Problem[]): void {
  if (problems.length > 0) throw new DefinitionError(problems);
}
