import type { VerifiedMessage } from '@agent-home/agent-runtime/run-log';
import type { EntryProof, EntryView } from '../../proof/types.ts';

/** Author and run of a message whose signature covers the commitment. */
export type CommittedMessage = Pick<VerifiedMessage, 'agentId' | 'runId' | 'seq' | 'head'>;

/** Commitment of a message: verified, under verification, or without a proof that its author signed it. */
export type CommitmentProof =
  | { state: 'signed'; message: CommittedMessage }
  | { state: 'checking' }
  | { state: 'unproven'; code: 'message_rejected' | 'message_not_certified' | 'message_not_signed' };

/** Returns undefined for an entry that commits to no run. */
export function proveCommitment(
  { agentId, run, outcome }: Pick<EntryView, 'agentId' | 'run' | 'outcome'>,
  checks: EntryProof['checks'] | undefined,
): CommitmentProof | undefined {
  if (!run || agentId === undefined) return undefined;
  if (outcome === 'rejected') return { state: 'unproven', code: 'message_rejected' };
  if (!checks) return { state: 'checking' };
  const { form, certificate, chain, author } = checks;
  const entry = [form.state, certificate.state, chain.state];
  if (entry.includes('fails')) return { state: 'unproven', code: 'message_not_certified' };
  if (author.state !== 'waiting' && author.state !== 'holds')
    return { state: 'unproven', code: 'message_not_signed' };
  if ([author.state, form.state, certificate.state].includes('waiting')) return { state: 'checking' };
  return { state: 'signed', message: { agentId, ...run } };
}
