import { z } from 'zod';

// Driver protocol: one JSON document per line. Further members of a response are ignored.

/** Order of the kit to a driver. */
export type Order =
  | {
      do: 'connect';
      url: string;
      root_set: unknown;
      /** base64url, 32 bytes; made for this scenario. */
      secret_key: string;
      agent_id: string;
      /** Folder for state that must survive a restart. */
      state_directory: string;
    }
  | { do: 'me' }
  | { do: 'card'; agent_id: string }
  | { do: 'read_topic'; topic_id: string }
  | { do: 'say'; topic_id: string; text: string };

const lineSchema = z.object({
  sequence: z.int(),
  agent_id: z.string(),
  text: z.string(),
  signature: z.enum(['valid', 'invalid', 'absent']),
});

export const doneSchemas = {
  connect: z.object({}),
  me: z.object({ standing: z.string() }),
  card: z.object({ name: z.string() }),
  read_topic: z.object({ lines: z.array(lineSchema) }),
  say: z.object({ outcome: z.string() }),
} as const;

export type Done = { [Name in Order['do']]: z.infer<(typeof doneSchemas)[Name]> };

/** Reply: done, or refused with the client's code, or `error` if it has none. */
export const replySchema = z.union([
  z.object({ id: z.int(), done: z.unknown() }),
  z.object({ id: z.int(), refused: z.string().min(1).max(200) }),
]);
