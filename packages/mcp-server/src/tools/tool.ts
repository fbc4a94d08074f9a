import type { AgentHome } from '@agent-home/sdk';
import type { z } from 'zod';
import type { Answer } from '../answers/answer.ts';
import type { Membership } from '../membership/membership.ts';

/** Context of a call. */
export interface CallContext {
  membership: Membership;
  /** Aborted when the call is cancelled or its client disconnects. */
  signal: AbortSignal;
  /** Reports progress to the client; does nothing if the client did not request it. */
  progress(done: number, total: number, message: string): Promise<void>;
}

export interface Tool {
  name: string;
  description: string;
  schema: z.ZodType;
  /** True if the tool changes nothing that others can see. */
  readOnly: boolean;
  call(given: unknown, context: CallContext): Promise<Answer>;
}

/** Creates a tool with validated arguments, for an agent that lives in the home. */
export function homeTool<Schema extends z.ZodType>(tool: {
  name: string;
  description: string;
  schema: Schema;
  readOnly: boolean;
  run(home: AgentHome, given: z.output<Schema>, context: CallContext): Promise<Answer>;
}): Tool {
  const { run, ...rest } = tool;
  return {
    ...rest,
    // Parsed by the caller with this very schema.
    call: async (given, context) => run(await context.membership.home(), given as z.output<Schema>, context),
  };
}
