import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';

/** Version of the routes that the Python program adds to AgentOS. */
export const protocolVersion = 1;

const toolSchema = z.looseObject({
  tool_call_id: z.string().nullish(),
  tool_name: z.string().nullish(),
  tool_args: z.record(z.string(), z.unknown()).nullish(),
  external_execution_required: z.boolean().nullish(),
});
export type AgnoTool = z.infer<typeof toolSchema>;

const tokens = z.int().min(0).nullish();

/** Event of a run. agno sends more kinds and members than are read here. */
export const eventSchema = z.looseObject({
  event: z.string(),
  run_id: z.string().nullish(),
  content: z.unknown().optional(),
  reasoning_content: z.string().nullish(),
  model_provider_data: z.looseObject({ finish_reason: z.string().nullish() }).nullish(),
  tool: toolSchema.nullish(),
  tools: z.array(toolSchema).nullish(),
  input_tokens: tokens,
  output_tokens: tokens,
  error_type: z.string().nullish(),
});
export type AgnoEvent = z.infer<typeof eventSchema>;

/** Arguments of a paused call: their text as the model wrote it. */
export const callArgumentsSchema = z.object({ text: z.string() });

const messageSchema = z.looseObject({
  role: z.string(),
  content: z.unknown().optional(),
  tool_call_id: z.string().nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string(),
        function: z.looseObject({ name: z.string(), arguments: z.string() }),
      }),
    )
    .nullish(),
});
export type AgnoMessage = z.infer<typeof messageSchema>;

/** Runs of a session, as AgentOS lists them. */
export const storedRunsSchema = z.array(
  z.looseObject({
    run_id: z.string(),
    status: z.string().nullish(),
    messages: z.array(messageSchema).nullish(),
  }),
);
export type StoredRun = z.infer<typeof storedRunsSchema>[number];

export const descriptionSchema = z.looseObject({ protocol: z.literal(protocolVersion) });
/** First line of the program's output. */
export const addressSchema = z.looseObject({ protocol: z.literal(protocolVersion), url: z.url() });
export const refusalSchema = z.looseObject({
  code: z.string(),
  tools: z.array(z.string()).optional(),
});

/** Message of a conversation, as the program takes it. */
export type Turn =
  | { role: 'user'; content: string }
  | {
      role: 'assistant';
      content: string;
      tool_calls: { id: string; name: string; arguments: string }[];
    }
  | { role: 'tool'; tool_call_id: string; name: string; content: string };

/** Agent as it is registered before each request. */
export interface Definition {
  name: string;
  instructions: string;
  tools: { name: string; description: string; parameters: JsonObject }[];
  model: {
    url: string;
    name: string;
    key?: string;
    body: Record<string, unknown>;
    timeout_seconds: number;
  };
  history: Turn[];
}
