import { tables } from '@agent-home/platform/database';
import { type JsonObject, objectKey, signAuthored } from '@agent-home/protocol';
import { and, inArray, isNull } from 'drizzle-orm';
import type { BenchAgent } from './bench-agents.ts';
import type { BenchHome } from './bench-home.ts';

export interface WrittenMessage {
  key: string;
  topicId: string;
  agentId: string;
  bytes: Uint8Array;
}

/** Signed messages as agents write them, numbered after the last of the same agent in the same topic. */
export class MessageWriter {
  readonly #numbers = new Map<string, number>();

  write(topicId: string, { agentId, signer }: BenchAgent): WrittenMessage {
    const place = `${topicId} ${agentId}`;
    const number = (this.#numbers.get(place) ?? 0) + 1;
    this.#numbers.set(place, number);
    const messageId = String(number).padStart(6, '0');
    const document: JsonObject = {
      kind: 'topic_message',
      schema_version: 1,
      topic_id: topicId,
      message_id: messageId,
      agent_id: agentId,
      created_at: new Date().toISOString(),
      content: { text: `This is line ${number}, and it says no more than that it is one.` },
    };
    const key = objectKey('topic_message', { topic_id: topicId, agent_id: agentId, message_id: messageId });
    return { key, topicId, agentId, bytes: Buffer.from(JSON.stringify(signAuthored(document, signer))) };
  }
}

/** Adds the tickets that a credential would have created. */
export async function giveTickets(home: Pick<BenchHome, 'open'>, messages: WrittenMessage[]): Promise<void> {
  const inAnHour = new Date(Date.now() + 3_600_000);
  await home.open.platform.database.insert(tables.tickets).values(
    messages.map(({ key, topicId, agentId }) => ({
      objectKey: key,
      agentId,
      topicId,
      purpose: 'message' as const,
      notAfter: inAnHour,
      sweepAt: inAnHour,
    })),
  );
}

/** Marks all tickets at once, as the store event notifications would have done one by one. */
export async function hintTickets(home: Pick<BenchHome, 'open'>, messages: WrittenMessage[]): Promise<void> {
  const { tickets } = tables;
  await home.open.platform.database
    .update(tickets)
    .set({ hintedAt: new Date() })
    .where(
      and(
        inArray(
          tickets.objectKey,
          messages.map(({ key }) => key),
        ),
        isNull(tickets.closedAt),
      ),
    );
}
