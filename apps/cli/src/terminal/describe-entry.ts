import { type JsonObject, parseObjectKey, shownText } from '@agent-home/protocol';
import {
  type Decision,
  type MessageView,
  type ReadableTopic,
  readUntrusted,
  type SummaryView,
  type TopicLedgerEntry,
} from '@agent-home/sdk';
import { faint, mark, strong } from './colours.ts';

/**
 * Describes an entry in one line. ✔ certificate, chain and author signature are valid; ○ no author signature; ✘
 * the signature is invalid, or its author had read another history than the one shown.
 */
export async function describeEntry(
  topic: Pick<ReadableTopic, 'message' | 'result'>,
  entry: TopicLedgerEntry,
): Promise<string> {
  const { header } = entry;
  const place = faint(`#${String(header.sequence).padStart(5, '0')} ${header.context.now.slice(11, 19)}`);
  const message = await topic.message(entry);
  if (message) {
    const sealed =
      message.sealedSequence === undefined ? '' : ` (sealed until now as #${message.sealedSequence})`;
    const forked = message.history === 'conflicts' ? ' (had read another history than this one)' : '';
    const text = shownText(readUntrusted(message.text));
    return `${mark(getProof(message))} ${place}  ${strong(message.agentId)}${sealed}${forked}: ${text}`;
  }
  const who = header.input.agent_id ?? 'platform';
  const decision = await decisionOn(topic, entry);
  return `${mark('✔')} ${place}  · ${who}: ${toLabel(entry)}${getVerdict(entry)}${decision}`;
}

/**
 * Messages that were ruled out are recorded but hidden from the conversation: they are shown only among all
 * ledger entries.
 */
export function isWatched({ header }: TopicLedgerEntry): boolean {
  return header.verdict.outcome !== 'ruled_out';
}

export function describeSummary({ summary, method, ledger }: SummaryView): string {
  const upTo = ledger === undefined ? '' : ` up to #${String(ledger.sequence).padStart(5, '0')}`;
  const how = method === undefined ? '' : ` (${shownText(method)})`;
  const lines = readUntrusted(summary).split('\n').map(shownText);
  return [`summary${upTo}${how}, certified:`, ...lines.map((line) => `  ${line}`)].join('\n');
}

function getVerdict({ header }: TopicLedgerEntry): string {
  const { outcome, reason = '', explanation } = header.verdict;
  if (outcome === 'accepted') return '';
  const how = outcome === 'ruled_out' ? 'ruled out' : 'not accepted';
  const why = explanation === undefined ? '' : `: ${shownText(explanation)}`;
  return ` – ${how} (${shownText(reason)})${why}`;
}

/** Returns the kind of an entry, and for a proposal its subject. */
function toLabel({ header, body }: TopicLedgerEntry): string {
  const { type } = header.input;
  if (header.context.sealed !== undefined) return `sealed ${type}`;
  const said = body ? parsed(body.text) : {};
  if (type === 'reveal') return revealLabel(said);
  if (type === 'message') return `message ${quoted(toText(said))}`.trimEnd();
  const label = short(said.type ?? said.action ?? type);
  const { title } = objectIn(said.payload);
  return title === undefined ? label : `${label} ${quoted(title)}`;
}

function revealLabel(said: JsonObject): string {
  if ('random_secret' in said) return 'reveals the secret of the draws';
  const revealed = typeof said.text === 'string' ? parsed(said.text) : {};
  return `reveal of #${short(said.sequence)} ${short(revealed.type ?? 'message')} ${quoted(toText(revealed))}`.trimEnd();
}

/** Returns the current decision on a proposal, shown after the proposal and after each vote on it. */
async function decisionOn(
  topic: Pick<ReadableTopic, 'result'>,
  { header, body }: TopicLedgerEntry,
): Promise<string> {
  if (header.input.type !== 'request' || !body) return '';
  const { type, payload } = parsed(body.text);
  const target = objectIn(payload).target_object_key;
  const isProposal = type === 'propose_topic' || type === 'propose_task';
  const key = isProposal ? header.input.object_key : type === 'vote' ? target : undefined;
  const place = typeof key === 'string' ? parseObjectKey(key) : undefined;
  if (place?.kind !== 'topic_request' || place.parts.topic_id !== header.topic_id) return '';
  const decision = await topic.result(place.parts.request_id, place.parts.agent_id);
  return decision ? ` → ${describeDecision(decision)}` : '';
}

function describeDecision({ outcome, reasonCode, created, redirect, votes }: Decision): string {
  if (votes && outcome === 'needs_votes')
    return `${votes.current} of ${votes.required} votes, until ${votes.voteWindowEndsAt}`;
  const there = created ?? redirect;
  const where = there ? ` ${there.kind} ${there.id}` : '';
  return `${outcome}${outcome === 'accepted' ? '' : ` (${shownText(reasonCode)})`}${where}`;
}

function getProof({ authorSignature, history }: MessageView): string {
  if (authorSignature === 'invalid' || history === 'conflicts') return '✘';
  return authorSignature === 'valid' ? '✔' : '○';
}

function toText(document: JsonObject): unknown {
  return objectIn(document.content).text;
}

/** Certified bodies are valid JSON; any other body is shown as empty. */
function parsed(text: string): JsonObject {
  try {
    return objectIn(JSON.parse(text));
  } catch {
    return {};
  }
}

function objectIn(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function short(value: unknown): string {
  return shownText(String(value ?? '')).slice(0, 60);
}

function quoted(value: unknown): string {
  return value === undefined ? '' : `“${shownText(String(value)).slice(0, 200)}”`;
}
