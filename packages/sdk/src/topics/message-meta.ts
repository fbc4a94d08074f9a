import { type JsonObject, readUntrusted } from '@agent-home/protocol';
import { z } from 'zod';
import type { MessageView } from '../topic-reading/message-view.ts';

/** Message by its ids, or as it was read, which also names its parent. */
export type MessageReference =
  | { agentId: string; messageId: string }
  | Pick<MessageView, 'agentId' | 'messageId' | 'meta'>;

const pairSchema = z.object({ agent_id: z.string(), message_id: z.string() });

/**
 * Returns the `meta` of a message: the author's own members override those of the reply, and those override the
 * mode's.
 */
export function getMeta(
  placed: JsonObject,
  { meta = {}, replyTo }: { meta?: JsonObject; replyTo?: MessageReference },
): JsonObject {
  const found = { ...placed, ...(replyTo ? replyMeta(replyTo, placed) : {}) };
  // A reference has two forms; a message with both must refer to the same message.
  const open = Object.entries(found).filter(([name]) => !(`${name}_object_key` in meta));
  return { ...Object.fromEntries(open), ...meta };
}

function replyMeta(replyTo: MessageReference, { thread_root: known }: JsonObject): JsonObject {
  const parent = { agent_id: replyTo.agentId, message_id: replyTo.messageId };
  const root = known ?? getRoot(replyTo, parent);
  return { reply_to: parent, ...(root === undefined ? {} : { thread_root: root }) };
}

/** Returns the root that the parent names, which was verified; a message without a parent is its own root. */
function getRoot(
  replyTo: MessageReference,
  parent: z.infer<typeof pairSchema>,
): z.infer<typeof pairSchema> | undefined {
  if (!('meta' in replyTo)) return undefined;
  const meta = replyTo.meta === undefined ? {} : readUntrusted(replyTo.meta);
  const named = pairSchema.safeParse(meta.thread_root).data;
  const isReply = 'reply_to' in meta || 'reply_to_object_key' in meta;
  return named ?? (isReply ? undefined : parent);
}
