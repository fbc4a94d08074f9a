import { entryWords, parseRecordedContext } from '@agent-home/modes';
import {
  type AuthorSignatureResult,
  checkAuthorSignatureLater,
  keyIdOf,
  publicKeyBytes,
  recordedAuthorKey,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import type { Check, EntryProof } from './types.ts';

type AuthorProof = NonNullable<EntryProof['author']>;

/** Keys in an agent's certified card, including earlier ones, or the reason why there is no card. */
export type CardKeys = { keys: ReadonlySet<string> } | { code: string };

/** Author's signature of an entry. `check` is set where the result needs no card: without a valid signature no card can help. */
export interface SignedWords {
  agentId?: string;
  author?: AuthorProof;
  check?: Check;
}

/** Checks that the text is signed by the key that the ledger recorded. */
export async function checkWords(entry: TopicLedgerEntry): Promise<SignedWords> {
  const { input, verdict } = entry.header;
  if (input.agent_id === undefined) return { check: { state: 'not_needed' } };
  const document = entryWords(entry)?.document;
  if (!document) {
    const isSealed = parseRecordedContext(entry.header.context)?.sealed !== undefined;
    return { check: { state: 'not_possible', code: isSealed ? 'sealed' : 'no_words' } };
  }
  const publicKey = recordedAuthorKey(entry);
  const bytes = publicKeyBytes(publicKey);
  if (publicKey === undefined || !bytes) return { check: { state: 'not_possible', code: 'unknown_author' } };
  const result = await checkAuthorSignatureLater(document, bytes);
  const author: AuthorProof = { result, keyId: keyIdOf(bytes), publicKey, inCard: undefined };
  const unproven = unprovenBy(result, verdict.outcome);
  return { agentId: input.agent_id, author, ...(unproven ? { check: unproven } : {}) };
}

/**
 * Checks that the text is the author's own: the signature is valid, and its key is in the author's certified
 * card. The card exposes a platform that invented a key for an agent.
 */
export async function checkAuthor(
  { agentId, author, check }: SignedWords,
  cardKeysOf: (agentId: string, wanted: string) => Promise<CardKeys>,
): Promise<{ check: Check; author?: AuthorProof }> {
  if (check) return { check, ...(author ? { author } : {}) };
  if (agentId === undefined || !author) return { check: { state: 'not_needed' } };
  const card = await cardKeysOf(agentId, author.publicKey);
  if ('code' in card) return { check: { state: 'not_possible', code: card.code }, author };
  const inCard = card.keys.has(author.publicKey);
  const detail = `${author.publicKey} is in no card of ${agentId}`;
  return {
    author: { ...author, inCard },
    check: inCard ? { state: 'holds' } : { state: 'fails', code: 'foreign_key', detail },
  };
}

/** Undefined for a valid signature. */
function unprovenBy(result: AuthorSignatureResult, outcome: string): Check | undefined {
  if (result === 'valid') return undefined;
  if (result === 'absent') return { state: 'not_possible', code: 'unsigned' };
  // The platform recorded the same fault and rejected the input: the entry is truthful.
  if (outcome === 'rejected') return { state: 'not_possible', code: 'refused_for_it' };
  return { state: 'fails', code: 'bad_author_signature', detail: 'author_sig does not verify' };
}
