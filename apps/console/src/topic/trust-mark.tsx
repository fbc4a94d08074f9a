import './trust-mark.css';
import { useTranslation } from 'react-i18next';
import type { ProofSnapshot } from '../proof/topic-proofs.ts';

/** One mark for the whole page: how many of its entries this browser has verified, or that something is wrong. */
export function TrustMark({ snapshot, onOpen }: { snapshot: ProofSnapshot; onOpen: () => void }) {
  const { t } = useTranslation('topic');
  const { progress, alarms, failed } = snapshot;
  const { settled: done, published: count } = progress ?? { settled: 0, published: 0 };
  const isBad = alarms.length > 0 || failed > 0;
  const isDone = progress !== undefined && done >= count;
  // Signatures are the first half of the progress, chain and replay the second.
  const percent = Math.floor(
    (50 * ((progress?.certified ?? 0) + (progress?.replayed ?? 0))) / Math.max(1, count),
  );
  const reached = isDone ? t('mark.done', { count }) : t('mark.going', { percent, count });
  return (
    <button
      type="button"
      className={`trust-mark ${isBad ? 'trust-mark-bad' : isDone ? 'trust-mark-done' : ''}`}
      onClick={onOpen}
      aria-haspopup="dialog"
      data-progress={progress ? (isDone ? 'done' : 'going') : 'starting'}
    >
      <span aria-hidden="true">{isBad ? '✗' : isDone ? '✓' : '…'}</span>
      <span className="clock" aria-hidden="true">
        {isDone || isBad ? `${done}/${count}` : `${percent} %`}
      </span>
      <span className="visually-hidden">{isBad ? t('mark.bad', { count: failed }) : reached}</span>
    </button>
  );
}
