import { z } from 'zod';

/** Version of the messages between the driver and the program. */
export const protocolVersion = 1;
/** Maximum characters of a line in either direction. */
export const longestLine = 32 * 1024 * 1024;

const callSchema = z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() });

const assistantSchema = z.strictObject({
  role: z.literal('assistant'),
  id: z.string(),
  content: z.string(),
  calls: z.array(callSchema),
});
const resultSchema = z.strictObject({
  role: z.literal('tool'),
  id: z.string(),
  call_id: z.string(),
  name: z.string(),
  content: z.string(),
  is_error: z.boolean(),
});

/** Message of a conversation as the graph holds it. Media and continuations stay with the driver. */
const turnSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), id: z.string(), content: z.string() }),
  assistantSchema,
  resultSchema,
]);
export type Turn = z.infer<typeof turnSchema>;
export type AssistantTurn = z.infer<typeof assistantSchema>;
export type ResultTurn = z.infer<typeof resultSchema>;

/** Messages to the program. */
export const toProgramSchema = z.discriminatedUnion('type', [
  /** Plays a thread until it pauses or ends: from its beginning, or with the results of its last calls. */
  z.strictObject({
    type: z.literal('run'),
    thread: z.string(),
    /** Messages before the results; empty for a thread that the program has. */
    base: z.array(turnSchema),
    /** Results of the calls at which the thread paused. */
    results: z.array(resultSchema),
  }),
  /** Response to a request; undefined for one that failed. */
  z.strictObject({
    type: z.literal('response'),
    thread: z.string(),
    request: z.int(),
    turn: assistantSchema.optional(),
  }),
  /** Deletes a thread. One that is being played fails with `cancelled`. */
  z.strictObject({ type: z.literal('forget'), thread: z.string() }),
]);
export type ToProgram = z.infer<typeof toProgramSchema>;

/** Message that a graph shows to its model. */
const shownSchema = z.strictObject({
  role: z.enum(['user', 'assistant', 'tool']),
  id: z.string(),
  content: z.string(),
  /** Number of its calls. */
  calls: z.int(),
});
export type ShownTurn = z.infer<typeof shownSchema>;

const failureCodes = ['tool_outside_gateway', 'unusable_graph', 'graph_failed', 'cancelled'] as const;
export type ProgramFailure = (typeof failureCodes)[number];

const state = {
  /** Id of the last message. */
  last: z.string(),
  /** Ids of the tool messages that the thread holds. */
  tools: z.array(z.string()),
};

/** Messages from the program. */
export const toDriverSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready'), protocol: z.literal(protocolVersion) }),
  /** Request of a graph to its model. */
  z.strictObject({
    type: z.literal('request'),
    thread: z.string(),
    request: z.int(),
    /** Instructions that the graph adds to those of the agent. */
    system: z.array(z.string()),
    messages: z.array(shownSchema),
    /** False if the model must make no calls. */
    offers: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('step'),
    thread: z.string(),
    event: z.string().min(1).max(100),
    detail: z.string().max(2_000),
  }),
  z.strictObject({ type: z.literal('paused'), thread: z.string(), ...state }),
  z.strictObject({ type: z.literal('ended'), thread: z.string(), ...state, content: z.string() }),
  z.strictObject({
    type: z.literal('failed'),
    thread: z.string(),
    code: z.enum(failureCodes),
    message: z.string(),
  }),
]);
export type ToDriver = z.infer<typeof toDriverSchema>;
export type ThreadMessage = Exclude<ToDriver, { type: 'ready' }>;
