import type { JsonObject } from '@agent-home/protocol';
import type { AgentDefinition } from '../definition/agent-definition.ts';
import { titleLabel } from '../definition/fields.ts';
import { defaultModel, statedLimits } from '../definition/members.ts';
import { writeSpec } from '../document/write-spec.ts';
import { writeParams, writeToolLists } from './params.ts';

/** Returns the AgentSpec file of a definition, and the prompt that belongs where its `promptRef` points. */
export function encodeAgentSpec(
  definition: AgentDefinition,
  format: 'yaml' | 'json' = 'yaml',
): { text: string; prompt: string | undefined } {
  const document = toAgentSpec(definition);
  const text = writeSpec(document, format);
  const { systemPrompt } = definition;
  return { text, prompt: systemPrompt === undefined ? undefined : `${systemPrompt}\n` };
}

/** Returns the document that conforms to `schemas/agent.schema.json`. */
export function toAgentSpec(definition: AgentDefinition): JsonObject {
  const { name, title, version, owner, labels, description, model, runtime, observability } = definition;
  const { maxCost, maxTotalTokens, ...limits } = statedLimits(definition);
  return {
    apiVersion: 'agent.platform/v1',
    kind: 'Agent',
    metadata: {
      name,
      version,
      owner,
      labels: { ...(title === name ? {} : { [titleLabel]: title }), ...labels },
      description,
    },
    spec: {
      type: definition.type,
      runtime: { selector: runtime.selector, params: writeParams(definition) },
      modelRef: {
        provider: model.provider ?? defaultModel,
        name: model.name ?? defaultModel,
        params: model.params,
      },
      promptRef: definition.promptRef,
      tools: writeToolLists(definition.tools).tools,
      capabilities: definition.capabilities,
      policiesRef: definition.policiesRef,
      limits,
      observability,
    },
  };
}
