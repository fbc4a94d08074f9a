import { useTranslation } from 'react-i18next';
import { type ProofStatus, summarize } from '../../proof/status.ts';
import type { EntryProof } from '../../proof/types.ts';
import { wordKey } from '../words/word-key.ts';

const look: Record<ProofStatus, { className: string; mark: string }> = {
  checking: { className: 'badge', mark: '…' },
  verified: { className: 'badge badge-good', mark: '✓' },
  partly: { className: 'badge badge-warn', mark: '◐' },
  failed: { className: 'badge badge-bad', mark: '✗' },
};

/** Result of this browser's verification of an entry; opens the details. */
export function ProofBadge({
  proof,
  sequence,
  onOpen,
}: {
  proof: EntryProof | undefined;
  sequence: number;
  onOpen: () => void;
}) {
  const { t } = useTranslation('topic');
  const { status, check, code } = summarize(proof?.checks);
  const { className, mark } = look[status];
  const why =
    status === 'failed' && check
      ? `${t(`check.${check}`)}: ${t(wordKey('code', code), { code })}`
      : undefined;
  return (
    <button
      type="button"
      className={`proof-badge ${className}`}
      onClick={onOpen}
      data-proof={status}
      data-proof-sequence={sequence}
      data-proof-code={code}
      aria-haspopup="dialog"
    >
      <span aria-hidden="true">{mark}</span>
      <span>{t(`proof.${status}`)}</span>
      {why ? <span>· {why}</span> : null}
      <span className="visually-hidden">{t('proof.open', { sequence })}</span>
    </button>
  );
}
