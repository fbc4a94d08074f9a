import {
  adminActionSchema,
  commitmentOf,
  decodeBase64Url,
  handInSchema,
  JsonError,
  type JsonObject,
  type LedgerHead,
  namesEntry,
  parseObjectKey,
  parseStrictJson,
} from '@agent-home/protocol';
import type { AnyMode, ModeContext, ModeInput, Place } from '../mode/mode.ts';
import type { ProposalIdentity } from '../proposals/decisions.ts';
import type { TopicReasonCode } from '../reasons/reasons.ts';
import { type InputProblem, readInput } from './read-input.ts';
import type { RefusalDetail } from './refusal-detail.ts';
import { revealSchema, type TopicTerms } from './topic-terms.ts';
import { proposalAt } from './unanswered-proposal.ts';

/** Input that the worker found, or that the platform itself adds. */
export type RawInput =
  | { type: 'message' | 'request'; object_key: string; bytes: Uint8Array }
  /** An object that was not to be read. */
  | { type: 'message' | 'request'; object_key: string; problem: InputProblem; detail?: RefusalDetail }
  /** Ledger entry of a sealed object; a later `reveal` has its content. */
  | { type: 'message' | 'request'; object_key: string; sealed: Sealed }
  | { type: 'reveal'; bytes: Uint8Array; reveals?: SealedInput }
  | { type: 'deadline' | 'admin'; bytes: Uint8Array };

/** Information that may be known about a sealed object in addition to its key. */
export interface Sealed {
  request_type?: string;
}

/** Sealed object as recorded in the ledger, which a `reveal` is compared with. */
export interface SealedInput {
  type: 'message' | 'request';
  object_key: string;
  commitment: string;
}

/** Input for the mode, or the reason why it is rejected before. */
export type OpenedInput =
  | {
      input: ModeInput;
      sealed?: Sealed;
      /**
       * Last entry that the author says it has read. The caller compares it with the ledger, and reports a
       * difference as `chain`.
       */
      seen?: LedgerHead;
    }
  | {
      refused: TopicReasonCode;
      unread?: InputProblem;
      detail?: RefusalDetail;
      /** Set if the rejected object is a proposal, or an unreadable request that may be one. */
      proposal?: ProposalIdentity;
    };

/** Converts raw bytes to a mode's input. Pure and total. */
export function openInput(
  mode: AnyMode,
  terms: TopicTerms,
  state: JsonObject,
  raw: RawInput,
  context: ModeContext,
): OpenedInput {
  switch (raw.type) {
    case 'deadline':
      return { input: { type: 'deadline' } };
    case 'admin': {
      const document = parseJson(raw.bytes);
      const handIn = handInSchema.safeParse(document).data;
      if (handIn) return { input: { type: 'hand_in', object_key: handIn.object_key, sha256: handIn.sha256 } };
      const admin = adminActionSchema.safeParse(document).data;
      if (!admin) return { refused: 'invalid_schema' };
      if (admin.action !== 'decide_proposal') return { input: { type: 'admin', admin } };
      const place = { what: 'request' as const, agent_id: admin.agent_id, id: admin.request_id };
      return { input: { type: 'decide_proposal', place, decision: admin.decision } };
    }
    case 'reveal':
      return openReveal(terms, raw, context);
    default:
      return openObject(mode, terms, state, raw, context);
  }
}

function openObject(
  mode: AnyMode,
  terms: TopicTerms,
  state: JsonObject,
  raw: Extract<RawInput, { object_key: string }>,
  context: ModeContext,
): OpenedInput {
  const place = placeOf(raw.object_key);
  if ('problem' in raw) return refuseObject(place, raw);
  if (!context.author) return refuseObject(place, { problem: 'unknown_author' });
  if ('sealed' in raw) return openSealed(mode, state, raw, context.author.agent_id);
  const read = readInput(raw, terms, context.author);
  if ('problem' in read) return refuseObject(place, read);
  const { input } = read;
  const { seen } = input.type === 'request' ? input.request : input.message;
  if (context.chain && isContradicted(seen, context.chain)) {
    const { sequence, hash } = context.chain;
    const field = hash === null ? 'seen.sequence' : 'seen.hash';
    const detail = hash === null ? `there is no entry ${sequence} yet` : `entry ${sequence} has another hash`;
    const proposal = input.type === 'request' ? proposalAt(place, input.request.type) : undefined;
    return { refused: 'wrong_seen', detail: { field, detail }, ...(proposal ? { proposal } : {}) };
  }
  const requestType = input.type === 'request' ? input.request.type : undefined;
  const isSealed = place && mode.seals(state, place, requestType);
  const opened = isSealed ? sealedInput(place, requestType) : { input };
  return seen ? { ...opened, seen } : opened;
}

/** Rejects an object before the mode. If it could not be parsed, the ledger contains only its commitment. */
function refuseObject(
  place: Place | undefined,
  { problem, document, detail }: { problem: InputProblem; document?: JsonObject; detail?: RefusalDetail },
): OpenedInput {
  const proposal = proposalAt(place, document ? (document.type ?? null) : undefined);
  return {
    refused: problem,
    ...(document ? {} : { unread: problem }),
    ...(detail ? { detail } : {}),
    ...(proposal ? { proposal } : {}),
  };
}

/** Handles a sealed object without its bytes, as a replay has it; the mode decides if it must be sealed. */
function openSealed(
  mode: AnyMode,
  state: JsonObject,
  raw: { object_key: string; sealed: Sealed },
  authorId: string,
): OpenedInput {
  const place = placeOf(raw.object_key);
  const { request_type: requestType } = raw.sealed;
  if (place?.agent_id !== authorId || !mode.seals(state, place, requestType))
    return { refused: 'not_sealed' };
  return sealedInput(place, requestType);
}

/** A recorded contradiction is ignored if both agree. */
function isContradicted(seen: LedgerHead | undefined, chain: NonNullable<ModeContext['chain']>): boolean {
  return namesEntry(seen) && seen.sequence === chain.sequence && seen.hash !== chain.hash;
}

function sealedInput(place: Place, requestType: string | undefined): { input: ModeInput; sealed: Sealed } {
  const sealed = requestType === undefined ? {} : { request_type: requestType };
  return { input: { type: 'sealed', place, ...sealed }, sealed };
}

/** Reveals a sealed object. Bytes that do not match the commitment have no effect. */
function openReveal(
  terms: TopicTerms,
  raw: Extract<RawInput, { type: 'reveal' }>,
  context: ModeContext,
): OpenedInput {
  const reveal = revealSchema.safeParse(parseJson(raw.bytes)).data;
  if (!reveal) return { refused: 'invalid_schema' };
  if ('random_secret' in reveal) return { input: { type: 'reveal_secret', secret: reveal.random_secret } };
  const salt = decodeBase64Url(reveal.salt);
  const bytes = new TextEncoder().encode(reveal.text);
  const place = raw.reveals && placeOf(raw.reveals.object_key);
  if (!raw.reveals || !place || !salt || commitmentOf(salt, bytes) !== raw.reveals.commitment)
    return { refused: 'not_what_was_sealed' };
  if (!context.author) return { refused: 'unknown_author' };
  const { type, object_key } = raw.reveals;
  const read = readInput({ type, object_key, bytes }, terms, context.author);
  if ('problem' in read) return { refused: read.problem };
  const { input } = read;
  if (input.type === 'message')
    return { input: { type: 'reveal', place: { ...place, what: 'message' }, message: input.message } };
  return { input: { type: 'reveal', place: { ...place, what: 'request' }, request: input.request } };
}

/** Returns the author and id of an object at a key of a topic; undefined for keys that agents do not write. */
export function placeOf(objectKey: string): Place | undefined {
  const place = parseObjectKey(objectKey);
  if (place?.kind === 'topic_message')
    return { what: 'message', agent_id: place.parts.agent_id, id: place.parts.message_id };
  if (place?.kind === 'topic_request')
    return { what: 'request', agent_id: place.parts.agent_id, id: place.parts.request_id };
  return undefined;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(bytes);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
