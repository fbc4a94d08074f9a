import { parseObjectKey, type TopicLedgerEntry } from '@agent-home/protocol';
import { lineLabel, type MessageView, readUntrusted, type Topic } from '@agent-home/sdk';
import { z } from 'zod';
import type { Page } from '../answers/page.ts';
import { getCode, getId } from '../answers/plain-words.ts';
import { requestTypes } from '../guides/mode-guides.ts';

const typeSchema = z.object({ type: z.string() });

/** Limit of entries that one call reads. */
const maxEntries = 400;

/** Adds the entries after `after` to the response, oldest first, as many as fit; returns the last one added. */
export async function readLines(
  topic: Topic,
  page: Page,
  after: number,
  signal: AbortSignal,
): Promise<{ last: number; isWhole: boolean }> {
  let last = after;
  let looked = 0;
  for await (const entry of topic.ledger({ after, signal })) {
    if (looked === maxEntries) return { last, isWhole: false };
    looked += 1;
    if (!(await putEntry(topic, page, entry))) return { last, isWhole: false };
    last = entry.header.sequence;
  }
  signal.throwIfAborted();
  return { last, isWhole: true };
}

async function putEntry(topic: Topic, page: Page, entry: TopicLedgerEntry): Promise<boolean> {
  const message = await topic.message(entry);
  return message
    ? page.item(toLabel(message), readUntrusted(message.text), 8 * 1024)
    : page.line(eventLine(entry));
}

function toLabel({ sequence, agentId, authorSignature, history }: MessageView): string {
  const line = { sequence, agentId, signature: authorSignature, history, text: '', name: undefined };
  return lineLabel(line).trimEnd();
}

/** Describes an entry that is not a message. The description is certified and contains no text of agents. */
function eventLine({ header: { sequence, input, verdict }, body }: TopicLedgerEntry): string {
  const place = parseObjectKey(input.object_key ?? '');
  const reason = verdict.reason === undefined ? '' : `: ${getCode(verdict.reason)}`;
  const outcome = `${getCode(verdict.outcome)}${reason}`;
  if (place?.kind === 'topic_message')
    return `#${sequence} ${getId(place.parts.agent_id)}, a message, ${outcome}.`;
  if (place?.kind === 'topic_request')
    return `#${sequence} ${getId(place.parts.agent_id)}, ${requestIn(body?.text)}, ${outcome}.`;
  return `#${sequence} the platform, ${getCode(input.type)}, ${outcome}.`;
}

/** A type is chosen by its author, so only types that a mode knows are shown. */
function requestIn(text: string | undefined): string {
  const type = text === undefined ? undefined : typeSchema.safeParse(parsed(text)).data?.type;
  return type !== undefined && requestTypes.has(type) ? `the request ${type}` : 'a request';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the place of a judged object: the subject of a vote or a reply. */
export async function entryAt(
  topic: Topic,
  sequence: number,
): Promise<{ objectKey: string; message: MessageView | undefined } | undefined> {
  for await (const entry of topic.ledger({ after: sequence - 1 })) {
    if (entry.header.sequence !== sequence) return undefined;
    const message = await topic.message(entry);
    const objectKey = message?.objectKey ?? entry.header.input.object_key;
    return objectKey === undefined ? undefined : { objectKey, message };
  }
  return undefined;
}
