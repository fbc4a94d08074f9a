import { asJson, type JsonObject } from '@agent-home/protocol';
import { type AgentSpec, agentSpecSchema } from '../contracts/agent-spec.ts';
import type { AgentDefinition, AgentLimits } from '../definition/agent-definition.ts';
import { checkDefinition, checkLabels, knownLabels } from '../definition/check-definition.ts';
import type { DecodeOptions } from '../definition/decode-options.ts';
import { colorLabel, colorSchema, titleLabel } from '../definition/fields.ts';
import { chosenModel, definedMembers, getMember, unstatedIn } from '../definition/members.ts';
import { isHomePrompt, trimPrompt } from '../definition/prompt-ref.ts';
import { RefusedDefinition } from '../definition/refused-definition.ts';
import type { ReservedParams } from '../definition/reserved-params.ts';
import { checkShape } from '../document/check-shape.ts';
import { readDocument } from '../document/read-document.ts';
import { requireKind } from '../document/require-kind.ts';
import type { SourceDocument } from '../document/source-document.ts';
import type { Problem } from '../problems/problem.ts';
import { type Teamwork, teamworkNames } from '../teamwork/teamwork.ts';
import { readParams, readToolLists } from './params.ts';

export interface SpecOptions extends DecodeOptions {
  /** Returns the text of a prompt by its reference. If given, a missing prompt is a problem. */
  prompts?: (promptRef: string) => string | undefined;
}

const paramsPlace = ['spec', 'runtime', 'params'];

/**
 * Decodes the agent of an AgentSpec file.
 * @throws DefinitionError with all problems
 */
export function decodeAgentSpec(content: Uint8Array | string, options: SpecOptions = {}): AgentDefinition {
  const document = readDocument(options.file ?? '', content);
  requireKind(document, 'Agent');
  return toDefinition(checkShape(agentSpecSchema, document), document, options);
}

export function toDefinition(
  read: AgentSpec,
  document: SourceDocument,
  options: SpecOptions = {},
): AgentDefinition {
  const { ours, extensions, rest } = readParams(read.spec.runtime.params as JsonObject, document);
  const { lists, problems } = readToolLists(read.spec.tools, ours, document);
  const teamwork = definedMembers(ours, teamworkNames) as Teamwork;
  const definition: AgentDefinition = {
    ...ownMembers(read, ours),
    ...unstatedIn(getMember(getMember(document.value, 'spec'), 'limits')),
    runtime: { selector: read.spec.runtime.selector, params: rest },
    systemPrompt: toPrompt(read.spec.promptRef, options),
    tools: lists,
    teamwork: asJson(teamwork),
    extensions,
  };
  const labels = ['metadata', 'labels'];
  const places = {
    name: ['metadata', 'name'],
    scope: [...paramsPlace, 'scope'],
    labels,
    teamwork: paramsPlace,
  };
  const found = [
    ...problems,
    ...checkDefinition(definition, teamwork, { document, places, options }),
    ...checkLabels(read.metadata.labels, document, labels, knownLabels),
    ...checkOwnLabels(read.metadata.labels, document),
    ...checkPrompt(definition, document, options),
  ];
  if (found.length > 0) throw new RefusedDefinition(found, definition);
  return definition;
}

function ownMembers({ metadata, spec }: AgentSpec, ours: ReservedParams) {
  const { [titleLabel]: title = metadata.name, ...labels } = metadata.labels;
  return {
    name: metadata.name,
    title,
    description: metadata.description,
    version: metadata.version,
    owner: metadata.owner,
    labels,
    type: spec.type,
    model: chosenModel({ ...spec.modelRef, params: spec.modelRef.params as JsonObject }),
    promptRef: spec.promptRef,
    mcpServers: ours.mcp?.servers ?? [],
    capabilities: spec.capabilities,
    policiesRef: spec.policiesRef,
    limits: { ...spec.limits, ...definedMembers(ours, ['maxTotalTokens', 'maxCost']) } as AgentLimits,
    observability: spec.observability,
    ...(definedMembers(ours, ['scope', 'home']) as Pick<AgentDefinition, 'scope' | 'home'>),
  };
}

function toPrompt(promptRef: string, { prompts }: SpecOptions): string | undefined {
  if (isHomePrompt(promptRef)) return undefined;
  const text = prompts?.(promptRef);
  return text === undefined ? undefined : trimPrompt(text) || undefined;
}

function checkOwnLabels(labels: Record<string, string>, document: SourceDocument): Problem[] {
  const wrong: [string, boolean][] = [
    [titleLabel, labels[titleLabel] === ''],
    [colorLabel, labels[colorLabel] !== undefined && !colorSchema.safeParse(labels[colorLabel]).success],
  ];
  return wrong
    .filter(([, isWrong]) => isWrong)
    .map(([label]) =>
      document.problem(
        'invalid_value',
        ['metadata', 'labels', label],
        `the label ${label} is empty: give it a value or remove it`,
      ),
    );
}

function checkPrompt(
  { promptRef, systemPrompt }: AgentDefinition,
  document: SourceDocument,
  { prompts }: SpecOptions,
): Problem[] {
  if (!prompts || systemPrompt !== undefined || isHomePrompt(promptRef)) return [];
  const message = `the prompt ${promptRef} does not exist or is empty`;
  return [document.problem('prompt_missing', ['spec', 'promptRef'], message)];
}
