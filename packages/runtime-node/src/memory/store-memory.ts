import {
  type CallContext,
  type CallTicket,
  failedOutcome,
  type PreparedCall,
  storeMemoryTool,
  type ToolDescription,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/agent-runtime';
import { longestMemoryText, memoryKeySchema, memoryMetadataSchema } from '@agent-home/agent-runtime/run-log';
import { z } from 'zod';
import { nativeTool } from '../native-tools/tool/native-tool.ts';

const storeArguments = z.strictObject({
  key: memoryKeySchema.describe('Name of the fact. A later value of the same key replaces it.'),
  value: z.string().max(longestMemoryText).describe('Text to store. An empty text removes the key.'),
  metadata: memoryMetadataSchema
    .optional()
    .describe('Up to 10 facts about it, each a text, a number, true or false.'),
});

/** The tool `store_memory`: writes a fact to the agent's own long-term memory (S3-103). */
export class StoreMemoryTool implements ToolProvider {
  readonly source = 'native';

  async tools(): Promise<ToolDescription[]> {
    const { description } = createTool(undefined);
    return [{ ...description, dataScope: { store: 'long_term_memory' } }];
  }

  async invoke(ticket: CallTicket, call: PreparedCall, context: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    return createTool(context).invoke({ call, signal: context.signal });
  }

  async close(): Promise<void> {}
}

/** Describes the tool. It is `safe` like the automatic memory of each run; policies for `data.write` hold for both. */
function createTool(context: CallContext | undefined) {
  return nativeTool({
    name: storeMemoryTool,
    description:
      'Stores a text under a key in your long-term memory. Later conversations find it by its words. Use it for lasting facts.',
    arguments: storeArguments,
    risk: 'safe',
    sideEffects: true,
    idempotent: true,
    timeoutMs: 5_000,
    act: async ({ key, value, metadata }, { call }) =>
      (await context?.storeValue?.(call, { key, value, ...(metadata === undefined ? {} : { metadata }) })) ??
      failedOutcome('memory_unavailable', 'nothing was stored: this agent has no long-term memory'),
  });
}
