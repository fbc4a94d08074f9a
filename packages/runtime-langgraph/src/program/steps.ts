import { type BaseMessage, isBaseMessage } from '@langchain/core/messages';
import { z } from 'zod';

/** Maximum characters of an event's text. */
const mostDetail = 2_000;

export interface GraphStep {
  event: string;
  detail: string;
}

const updateSchema = z.record(z.string(), z.unknown());
const messagesSchema = z.strictObject({ messages: z.array(z.custom<BaseMessage>(isBaseMessage)).length(1) });

/** Returns the steps of a graph that are part of no response: what nodes wrote, except responses of the model, and custom events. */
export function describeUpdate(mode: string, update: unknown): GraphStep[] {
  if (mode === 'custom') return [{ event: 'custom', detail: toText(update) }];
  return Object.entries(updateSchema.safeParse(update).data ?? {}).flatMap(([node, written]) => {
    const [message] = messagesSchema.safeParse(written).data?.messages ?? [];
    if (node.startsWith('__') || message?.getType() === 'ai') return [];
    return [{ event: `node ${node}`.slice(0, 100), detail: toText(written) }];
  });
}

function toText(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? '').slice(0, mostDetail).toWellFormed();
  } catch {
    // A value that holds itself.
    return '';
  }
}
