import type { JsonObject } from '@agent-home/protocol';
import { stringify } from 'yaml';
import type { AgentDefinition, ModelChoice } from '../definition/agent-definition.ts';
import { colorLabel } from '../definition/fields.ts';
import { statedLimits } from '../definition/members.ts';
import { isHomePrompt, ownPromptRef } from '../definition/prompt-ref.ts';
import { DefinitionError } from '../problems/definition-error.ts';

/**
 * Encodes a definition as Markdown: members that differ from the defaults, then the prompt.
 * @throws DefinitionError `prompt_missing` if the prompt's text is unknown
 */
export function encodeMarkdown(definition: AgentDefinition): string {
  const { systemPrompt, promptRef } = definition;
  const front = stringify(toFrontMatter(definition), { lineWidth: 0, aliasDuplicateObjects: false });
  if (isHomePrompt(promptRef)) return `---\n${front}---\n`;
  if (systemPrompt !== undefined) return `---\n${front}---\n\n${systemPrompt}\n`;
  const message = `the text of ${promptRef} is not available`;
  throw new DefinitionError([{ code: 'prompt_missing', message, file: '', line: 1, column: 1, path: [] }]);
}

function toFrontMatter(definition: AgentDefinition): JsonObject {
  const { [colorLabel]: color, ...labels } = definition.labels;
  const { name, version, runtime, tools, observability, mcpServers } = definition;
  const limits = statedLimits(definition);
  const { params, selector } = runtime;
  return {
    kind: 'agent',
    name,
    title: definition.title,
    ...unless(definition.description === '', { description: definition.description }),
    ...modelMember(definition.model),
    ...unless(color === undefined, { color: color ?? '' }),
    ...unless(definition.scope === undefined, { scope: definition.scope ?? '' }),
    ...unless(version === '0.0.0', { version }),
    owner: definition.owner,
    ...unless(isEmpty(labels), { labels }),
    ...unless(definition.type === 'conversational', { type: definition.type }),
    ...unless(selector === 'native' && isEmpty(params), { runtime: { selector, params } }),
    ...unless(definition.promptRef === ownPromptRef(name, version), { promptRef: definition.promptRef }),
    ...unless(tools.allow === undefined && tools.deny.length === 0, {
      tools: { ...unless(tools.allow === undefined, { allow: tools.allow ?? [] }), deny: tools.deny },
    }),
    ...unless(mcpServers.length === 0, { mcp: { servers: mcpServers } }),
    ...unless(definition.capabilities.length === 0, { capabilities: definition.capabilities }),
    ...unless(definition.policiesRef.length === 0, { policiesRef: definition.policiesRef }),
    ...unless(isEmpty(limits), { limits: { ...limits } }),
    observability: { ...observability },
    ...unless(definition.home === undefined, { home: { ...definition.home } as JsonObject }),
    ...definition.teamwork,
    ...definition.extensions,
  };
}

function unless(isDefault: boolean, members: JsonObject): JsonObject {
  return isDefault ? {} : members;
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

function modelMember({ provider, name, params }: ModelChoice): JsonObject {
  if (provider === undefined && isEmpty(params)) return name === undefined ? {} : { model: name };
  return {
    model: {
      ...(provider === undefined ? {} : { provider }),
      ...(name === undefined ? {} : { name }),
      ...unless(isEmpty(params), { params }),
    },
  };
}
