import { type ModelConversation, nativeRuntime, type RunState } from '@agent-home/agent-runtime';
import { z } from 'zod';

const pinnedSchema = z.object({ runtime: z.object({ selector: z.string() }) });

/** Returns the conversation of the active agent with its model. Logs of earlier releases pin no runtime but the native one. */
export function getConversation({ first, started, legs }: RunState): ModelConversation {
  const pinned = pinnedSchema.safeParse(started.definition).data;
  return { id: `${first.run_id}:${legs.number}`, runtime: pinned?.runtime.selector ?? nativeRuntime };
}
