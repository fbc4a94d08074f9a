import { dirname } from 'node:path';
import {
  type AgentDefinition,
  type DefinitionOrigin,
  decodeAgentSpec,
  decodeMarkdown,
  RefusedDefinition,
} from '@agent-home/agent-runtime/definition';
import { sha256Hex } from '@agent-home/protocol';
import { promptsIn } from './find-prompt.ts';
import type { LoadedAgent } from './loaded-agent.ts';
import { attempt } from './problems.ts';

/** Place of an agent's file, existing or not. */
export interface DraftPlace extends Pick<DefinitionOrigin, 'path' | 'scope' | 'codec'> {
  name: string;
  owner: string;
  /** Tools and policies in its folder. */
  tools?: LoadedAgent['tools'];
  policies?: LoadedAgent['policies'];
}

/** Returns the agent that the loader would read from these bytes at that place. Called before writing. */
export function readDraft(bytes: Uint8Array, place: DraftPlace): LoadedAgent {
  const { name, path, scope, codec, owner, tools = [], policies = [] } = place;
  const options = { file: path, owner, expected: { name, scope } };
  let draft: AgentDefinition | undefined;
  const { value, problems } = attempt(() => {
    try {
      draft =
        codec === 'markdown'
          ? decodeMarkdown(bytes, options)
          : decodeAgentSpec(bytes, { ...options, prompts: promptsIn(dirname(path)) });
      return draft;
    } catch (error) {
      if (error instanceof RefusedDefinition) draft = error.draft;
      throw error;
    }
  });
  const origin = { path, scope, codec, sha256: sha256Hex(bytes) };
  return { name, origin, definition: value, draft, problems: [...problems], tools, policies };
}
