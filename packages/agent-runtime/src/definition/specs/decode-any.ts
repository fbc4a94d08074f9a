import type { JsonValue } from '@agent-home/protocol';
import { toDefinition } from '../agent-spec/decode-agent-spec.ts';
import { type AgentSpec, agentSpecSchema } from '../contracts/agent-spec.ts';
import type { PolicySpec } from '../contracts/policy-spec.ts';
import type { ToolSpec } from '../contracts/tool-spec.ts';
import type { AgentDefinition } from '../definition/agent-definition.ts';
import type { DecodeOptions } from '../definition/decode-options.ts';
import { checkShape } from '../document/check-shape.ts';
import { readDocument } from '../document/read-document.ts';
import { decodeMarkdown } from '../markdown/decode-markdown.ts';
import { DefinitionError } from '../problems/definition-error.ts';
import { nearestName } from '../problems/nearest-name.ts';
import { toPolicySpec, toToolSpec } from './decode-specs.ts';

/** File of any kind, as its author wrote it and with all defaults. */
export type DecodedSpec =
  | { kind: 'Agent'; name: string; definition: AgentDefinition; effective: AgentSpec | undefined }
  | { kind: 'Tool'; name: string; effective: ToolSpec }
  | { kind: 'Policy'; name: string; effective: PolicySpec };

const kinds = ['Agent', 'Tool', 'Policy'];

/**
 * Decodes a definition file of any kind: Markdown by its extension, others by their `kind`.
 * @throws DefinitionError
 */
export function decodeAny(content: Uint8Array | string, options: DecodeOptions = {}): DecodedSpec {
  const { file = '' } = options;
  if (file.endsWith('.md')) {
    const definition = decodeMarkdown(content, options);
    return { kind: 'Agent', name: definition.name, definition, effective: undefined };
  }
  const document = readDocument(file, content);
  const kind = getKind(document.value);
  switch (kind) {
    case 'Agent': {
      const effective = checkShape(agentSpecSchema, document);
      const definition = toDefinition(effective, document, options);
      return { kind, name: definition.name, definition, effective };
    }
    case 'Tool': {
      const effective = toToolSpec(document, options);
      return { kind, name: effective.metadata.name, effective };
    }
    case 'Policy': {
      const effective = toPolicySpec(document, options);
      return { kind, name: effective.metadata.name, effective };
    }
    default: {
      const nearest = typeof kind === 'string' ? nearestName(kind, kinds) : undefined;
      const code = kind === undefined ? 'missing_field' : 'unknown_kind';
      const message = kind === undefined ? 'kind is missing' : 'kind has to be Agent, Tool or Policy';
      throw new DefinitionError([document.problem(code, ['kind'], message, { nearest })]);
    }
  }
}

function getKind(value: JsonValue): unknown {
  return typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
}
