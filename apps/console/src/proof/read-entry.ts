import type { CertifiedText } from '@agent-home/http-contract';
import { readReveal } from '@agent-home/modes';
import {
  hashLedgerHeader,
  jsonObjectIn,
  objectKey,
  parseObjectKey,
  type TopicLedgerEntry,
  topicLedgerEntrySchema,
} from '@agent-home/protocol';
import { z } from 'zod';
import type { EntryContent, EntryView, RunCommitment } from './types.ts';

/** Limits as those of a run's id and records, because a message may contain anything. */
const runMetaSchema = z.object({
  meta: z.object({
    run: z.object({
      run_id: z.string().min(1).max(128),
      seq: z.int().min(0).max(100_000_000),
      head: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  }),
});

export type ReadEntry =
  | {
      sequence: number;
      text: string;
      entry: TopicLedgerEntry;
      view: EntryView;
      /** True if its certificate was verified already. */
      isCertified?: true;
    }
  | { sequence: number; text: string; entry: undefined; view: EntryView; code: string; isCertified?: true };

/** Reads the displayed parts of an untrusted entry. `sequence` is the requested position. */
export function readEntry(
  topicId: string,
  sequence: number,
  { text, object_key: key }: Pick<CertifiedText, 'text' | 'object_key'>,
): ReadEntry {
  const expected = objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
  const refuse = (code: string): ReadEntry => ({
    sequence,
    text,
    entry: undefined,
    code,
    view: unreadable(sequence, expected),
  });
  const document = jsonObjectIn(text);
  if (!document) return refuse('malformed_json');
  const entry = topicLedgerEntrySchema.safeParse(document).data;
  if (!entry) return refuse('invalid_schema');
  if (key !== expected || entry.sequence !== sequence || entry.topic_id !== topicId)
    return refuse('wrong_object_key');
  return { sequence, text, entry, view: toView(entry) };
}

function unreadable(sequence: number, objectKeyOfPlace: string): EntryView {
  const content: EntryContent = { kind: 'unreadable' };
  return {
    sequence,
    objectKey: objectKeyOfPlace,
    content,
    at: '',
    outcome: 'rejected',
    hash: '',
    stateHash: '',
  };
}

function toView(entry: TopicLedgerEntry): EntryView {
  const { header, cert } = entry;
  const { input, verdict } = header;
  const content = getContent(entry);
  const inputKey = input.object_key;
  const run = input.type === 'message' && entry.body ? parseRun(entry.body.text) : undefined;
  return {
    sequence: entry.sequence,
    objectKey: cert.object_key,
    content,
    ...(input.agent_id === undefined ? {} : { agentId: input.agent_id }),
    at: header.context.now,
    outcome: verdict.outcome,
    ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
    ...(verdict.explanation === undefined ? {} : { explanation: verdict.explanation }),
    ...(entry.refusal === undefined ? {} : { refusal: refusalOf(entry.refusal) }),
    hash: hashLedgerHeader(header),
    ...(header.previous === undefined ? {} : { previous: header.previous }),
    ...(input.commitment === undefined ? {} : { commitment: input.commitment }),
    stateHash: header.state_sha256,
    ...(inputKey === undefined ? {} : { inputKey }),
    ...(run === undefined ? {} : { run }),
    certificate: { keyId: cert.key_id, version: cert.version, issuedAt: cert.issued_at },
  };
}

function parseRun(text: string): RunCommitment | undefined {
  const run = runMetaSchema.safeParse(jsonObjectIn(text)).data?.meta.run;
  return run && { runId: run.run_id, seq: run.seq, head: run.head };
}

function refusalOf({ field, detail }: { field?: string | undefined; detail: string }): {
  field?: string;
  detail: string;
} {
  return field === undefined ? { detail } : { field, detail };
}

function getContent({ header, body, erased }: TopicLedgerEntry): EntryContent {
  const { type, object_key: key = '' } = header.input;
  const what = type === 'message' || type === 'request' ? type : 'other';
  if (!body) {
    if (erased) return { kind: 'erased', at: erased.at, what };
    const sealed = sealedIn(header.context);
    if (sealed && what !== 'other') return { kind: 'sealed', what, ...sealed };
    return { kind: 'unread', what };
  }
  switch (type) {
    case 'message':
      return messageContent(body.text, idIn(key));
    case 'request':
      return requestContent(body.text);
    case 'deadline':
      return { kind: 'deadline' };
    case 'admin':
      return adminContent(body.text);
    case 'reveal':
      return revealContent(body.text);
  }
}

function sealedIn(context: Record<string, unknown>): { type?: string } | undefined {
  const { sealed } = context;
  if (typeof sealed !== 'object' || sealed === null) return undefined;
  const type: unknown = Reflect.get(sealed, 'request_type');
  return typeof type === 'string' ? { type } : {};
}

function messageContent(text: string, messageId: string, sealedSequence?: number): EntryContent {
  const document = jsonObjectIn(text);
  const said = textIn(document?.content, 'text');
  return {
    kind: 'text',
    // A text that is no valid message was rejected; its bytes are shown as they are.
    text: said ?? text,
    messageId,
    createdAt: textIn(document, 'created_at') ?? '',
    ...(sealedSequence === undefined ? {} : { sealedSequence }),
  };
}

function requestContent(text: string): Extract<EntryContent, { kind: 'request' }> {
  const document = jsonObjectIn(text);
  const payload = document?.payload;
  return {
    kind: 'request',
    type: textIn(document, 'type') ?? '',
    payload: payload === undefined ? '' : JSON.stringify(payload, undefined, 1),
  };
}

function adminContent(text: string): EntryContent {
  const document = jsonObjectIn(text);
  if (document?.action === 'start') return { kind: 'started' };
  if (document?.action === 'hand_in') return { kind: 'handed_in' };
  if (document?.action === 'remove_agent')
    return { kind: 'removed', agentId: textIn(document, 'agent_id') ?? '' };
  if (document?.action === 'decide_proposal') {
    const decision = textIn(document, 'decision') === 'accept' ? 'accept' : 'decline';
    return { kind: 'decided', agentId: textIn(document, 'agent_id') ?? '', decision };
  }
  const reason = textIn(document, 'reason');
  return { kind: 'closed', ...(reason === undefined ? {} : { reason }) };
}

/** The entry it names determines the kind of the opened object; here it is inferred from the text. */
function revealContent(text: string): EntryContent {
  const reveal = readReveal(text);
  if (!reveal) return { kind: 'unread', what: 'other' };
  if ('random_secret' in reveal) return { kind: 'secret' };
  const { sequence: sealedSequence, text: opened } = reveal;
  const document = jsonObjectIn(opened);
  if (document?.kind !== 'topic_request')
    return messageContent(opened, textIn(document, 'message_id') ?? '', sealedSequence);
  return { ...requestContent(opened), kind: 'opened_request', sealedSequence };
}

function idIn(key: string): string {
  const place = parseObjectKey(key);
  return place?.kind === 'topic_message' ? place.parts.message_id : '';
}

function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : undefined;
}
