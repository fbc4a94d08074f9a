import {
  type JsonObject,
  jsonObjectIn,
  type TopicLedgerEntry,
  type TopicMessage,
  topicMessageSchema,
} from '@agent-home/protocol';
import type { z } from 'zod';
import { revealSchema } from '../judge/topic-terms.ts';

/** Bytes that an entry shows: its body, or the sealed text that a `reveal` opens. */
export interface EntryWords {
  text: string;
  /** `undefined` if the text is not a JSON object. */
  document: JsonObject | undefined;
  /** Sequence of the entry that judged the sealed text. */
  sealedSequence: number | undefined;
}

/** Body of a `reveal` that opens a sealed entry. */
export type Reveal = Extract<z.infer<typeof revealSchema>, { text: string }>;

/** Parses the body of a `reveal` as a mode reads it. */
export function readReveal(text: string): Reveal | { random_secret: string } | undefined {
  return revealSchema.safeParse(jsonObjectIn(text)).data;
}

/** Returns the sealed entry that an entry opens, with its text; `undefined` for any other entry. */
export function revealIn({ header, body }: TopicLedgerEntry): Reveal | undefined {
  if (!body || header.input.type !== 'reveal') return undefined;
  const reveal = readReveal(body.text);
  return reveal && 'text' in reveal ? reveal : undefined;
}

/** Returns the text of an entry; `undefined` if the entry has no body, or is a `reveal` that opens no entry. */
export function entryWords(entry: TopicLedgerEntry): EntryWords | undefined {
  const { header, body } = entry;
  if (!body) return undefined;
  if (header.input.type !== 'reveal') {
    return { text: body.text, document: jsonObjectIn(body.text), sealedSequence: undefined };
  }
  const reveal = revealIn(entry);
  if (!reveal) return undefined;
  return { text: reveal.text, document: jsonObjectIn(reveal.text), sealedSequence: reveal.sequence };
}

/** Returns the message that an entry shows; `undefined` if it shows a request or does not concern an object of a topic. */
export function messageIn(entry: TopicLedgerEntry): TopicMessage | undefined {
  const { type } = entry.header.input;
  if (type !== 'message' && type !== 'reveal') return undefined;
  return topicMessageSchema.safeParse(entryWords(entry)?.document).data;
}
