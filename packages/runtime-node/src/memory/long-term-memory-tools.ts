import {
  type CallContext,
  type CallTicket,
  failedOutcome,
  type PreparedCall,
  type ToolDescription,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/agent-runtime';
import { forgetTool, recallTool, storeMemoryTool } from '@agent-home/agent-runtime/definition';
import {
  longestMemoryText,
  memoryKeySchema,
  memoryMetadataSchema,
  memoryTagsSchema,
} from '@agent-home/agent-runtime/run-log';
import { z } from 'zod';
import { type NativeTool, nativeTool } from '../native-tools/tool/native-tool.ts';

/** Most entries of one search, and their number without a limit. */
const mostRecalled = 20;
const usuallyRecalled = 5;

const storeArguments = z.strictObject({
  key: memoryKeySchema.describe('Name of the fact. A later value of the same key replaces it.'),
  value: z.string().max(longestMemoryText).describe('Text to store. An empty text removes the key.'),
  metadata: memoryMetadataSchema
    .optional()
    .describe('Up to 10 facts about it, each a text, a number, true or false.'),
  tags: memoryTagsSchema.optional().describe('Up to 10 short words to find it by.'),
});

const recallArguments = z.strictObject({
  query: z.string().min(1).max(2_000).describe('Words to search for.'),
  tags: memoryTagsSchema.optional().describe('Only entries with all of these tags.'),
  limit: z.int().min(1).max(mostRecalled).optional().describe(`Most entries, ${usuallyRecalled} by default.`),
});

const forgetArguments = z
  .strictObject({
    key: memoryKeySchema.optional().describe('Key of the entry.'),
    id: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe('Id of an entry that recall returned.'),
  })
  .refine(({ key, id }) => (key === undefined) !== (id === undefined), 'pass either key or id');

/** The tools `store_memory`, `recall` and `forget` on the agent's own long-term memory (S3-103). */
export class LongTermMemoryTools implements ToolProvider {
  readonly source = 'native';

  async tools(): Promise<ToolDescription[]> {
    return createTools(undefined).map(({ description }) => ({
      ...description,
      dataScope: { store: 'long_term_memory' },
    }));
  }

  async invoke(ticket: CallTicket, call: PreparedCall, context: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    const tool = createTools(context).find(({ description }) => description.name === call.tool);
    return (
      tool?.invoke({ call, signal: context.signal }) ??
      failedOutcome('tool_away', `${call.tool} is not a tool of the memory. Do the task without it.`)
    );
  }

  async close(): Promise<void> {}
}

function createTools(context: CallContext | undefined): NativeTool[] {
  return [createStore(context), createRecall(context), createForget(context)];
}

const unavailable = (what: string) =>
  failedOutcome('memory_unavailable', `nothing was ${what}: this agent has no long-term memory`);

/** Describes the tool. It is `safe` like the automatic memory of each run; policies for `data.write` hold for both. */
function createStore(context: CallContext | undefined): NativeTool {
  return nativeTool({
    name: storeMemoryTool,
    description:
      'Stores a text under a key in your long-term memory. Later conversations find it by its words and tags. Use it for lasting facts.',
    arguments: storeArguments,
    risk: 'safe',
    sideEffects: true,
    idempotent: true,
    timeoutMs: 5_000,
    act: async ({ key, value, metadata, tags }, { call }) =>
      (await context?.storeValue?.(call, {
        key,
        value,
        ...(metadata === undefined ? {} : { metadata }),
        ...(tags === undefined ? {} : { tags }),
      })) ?? unavailable('stored'),
  });
}

function createRecall(context: CallContext | undefined): NativeTool {
  return nativeTool({
    name: recallTool,
    description:
      'Searches your long-term memory and returns matching entries with id, key, tags, source and date. Use it if you need more than you were shown.',
    arguments: recallArguments,
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    timeoutMs: 5_000,
    act: async ({ query, tags, limit = usuallyRecalled }) =>
      (await context?.searchMemory?.({ query, limit, ...(tags === undefined ? {} : { tags }) })) ??
      unavailable('found'),
  });
}

function createForget(context: CallContext | undefined): NativeTool {
  return nativeTool({
    name: forgetTool,
    description: 'Removes one entry of your long-term memory, by its key or by its id from recall.',
    arguments: forgetArguments,
    risk: 'low',
    sideEffects: true,
    idempotent: true,
    timeoutMs: 5_000,
    act: async ({ key, id }) => {
      const entry = key === undefined ? { id: id ?? '' } : { key };
      return (await context?.forgetEntry?.(entry)) ?? unavailable('removed');
    },
  });
}
