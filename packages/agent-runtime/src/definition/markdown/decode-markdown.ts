import { asJson, type JsonObject } from '@agent-home/protocol';
import { type AgentDefinition, limitNames, type ModelChoice } from '../definition/agent-definition.ts';
import { checkDefinition, checkLabels } from '../definition/check-definition.ts';
import { type DecodeOptions, defaultOwner } from '../definition/decode-options.ts';
import { colorLabel } from '../definition/fields.ts';
import { chosenModel, definedMembers, getMember, unstatedIn } from '../definition/members.ts';
import { isHomePrompt, ownPromptRef, trimPrompt } from '../definition/prompt-ref.ts';
import { RefusedDefinition } from '../definition/refused-definition.ts';
import { checkReservedParams } from '../definition/reserved-params.ts';
import { checkShape } from '../document/check-shape.ts';
import { readYaml } from '../document/read-yaml.ts';
import type { SourceDocument } from '../document/source-document.ts';
import { textOfFile } from '../document/source-file.ts';
import { splitExtensions } from '../document/split-extensions.ts';
import type { Problem } from '../problems/problem.ts';
import { type Teamwork, teamworkNames } from '../teamwork/teamwork.ts';
import { type FrontMatter, frontMatterSchema } from './front-matter.ts';
import { splitFrontMatter } from './split-front-matter.ts';

/**
 * Decodes an agent from one Markdown file: front matter, and the system prompt below it.
 * @throws DefinitionError with all problems
 */
export function decodeMarkdown(content: Uint8Array | string, options: DecodeOptions = {}): AgentDefinition {
  const { file = '' } = options;
  const text = textOfFile(file, content);
  const { front, body } = splitFrontMatter(file, text);
  const document = readYaml({ file, text: front, firstLine: 2 });
  const { known, extensions } = splitExtensions(document);
  const matter = checkShape(frontMatterSchema, known);
  const prompt = trimPrompt(body);
  const teamwork = definedMembers(matter, teamworkNames) as Teamwork;
  const unstated = unstatedIn(getMember(known.value, 'limits'));
  const definition = toDefinition(matter, { extensions, prompt, teamwork, owner: options.owner, unstated });
  const problems = [
    ...checkDefinition(definition, teamwork, {
      document,
      places: { name: ['name'], scope: ['scope'], labels: ['labels'], teamwork: [] },
      options,
    }),
    ...checkLabels(matter.labels, document, ['labels'], []),
    ...checkReservedParams(matter.runtime.params, document),
    ...checkBody(matter, prompt, document, lineOfBody(front)),
  ];
  if (problems.length > 0) throw new RefusedDefinition(problems, definition);
  return definition;
}

function toDefinition(
  matter: FrontMatter,
  from: {
    extensions: JsonObject;
    prompt: string;
    teamwork: Teamwork;
    owner: string | undefined;
    unstated: Pick<AgentDefinition, 'unstatedLimits'>;
  },
): AgentDefinition {
  const { name, title, description, version, type, limits, observability, tools } = matter;
  const labels = { ...matter.labels, ...(matter.color ? { [colorLabel]: matter.color } : {}) };
  return {
    name,
    title,
    description,
    version,
    owner: matter.owner ?? from.owner ?? defaultOwner,
    labels,
    type,
    runtime: { selector: matter.runtime.selector, params: matter.runtime.params as JsonObject },
    model: getModel(matter.model),
    systemPrompt: from.prompt === '' ? undefined : from.prompt,
    promptRef: matter.promptRef ?? ownPromptRef(name, version),
    tools: definedMembers(tools, ['allow', 'deny']) as AgentDefinition['tools'],
    mcpServers: matter.mcp.servers,
    capabilities: matter.capabilities,
    policiesRef: matter.policiesRef,
    limits: definedMembers(limits, limitNames) as AgentDefinition['limits'],
    ...from.unstated,
    observability,
    ...(definedMembers(matter, ['scope', 'home']) as Pick<AgentDefinition, 'scope' | 'home'>),
    teamwork: asJson(from.teamwork),
    extensions: from.extensions,
  };
}

function getModel(model: FrontMatter['model']): ModelChoice {
  if (typeof model === 'string') return chosenModel({ name: model });
  return chosenModel({ provider: model?.provider, name: model?.name, params: model?.params as JsonObject });
}

function checkBody(matter: FrontMatter, prompt: string, document: SourceDocument, line: number): Problem[] {
  const isElsewhere = matter.promptRef !== undefined && isHomePrompt(matter.promptRef);
  if (isElsewhere === (prompt === '')) return [];
  const message = isElsewhere
    ? 'promptRef names the prompt of a home, so the file must have no body'
    : 'the file has no body: write the system prompt below the front matter';
  const { file } = document.source;
  return [{ code: isElsewhere ? 'invalid_value' : 'empty_body', message, file, line, column: 1, path: [] }];
}

function lineOfBody(front: string): number {
  return front.split('\n').length + 2;
}
