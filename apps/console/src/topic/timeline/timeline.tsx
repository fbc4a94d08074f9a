import { useTranslation } from 'react-i18next';
import type { EntryProof, EntryView } from '../../proof/types.ts';
import { useAgentNames } from '../../read/agent-names.ts';
import { EntryWords } from '../lines/entry-words.tsx';
import { ProofBadge } from '../lines/proof-badge.tsx';
import { Verdict } from '../lines/verdict.tsx';
import { isRuledOut } from '../rows/rows.ts';
import { usePlayback } from './use-playback.ts';

/** Every entry of the ledger under one slider, the refused ones too; the page shows the topic as it stood there. */
export function Timeline({
  topicId,
  entries,
  proofs,
  at,
  newest,
  isWhole,
  onMove,
  onOpenProof,
}: {
  topicId: string;
  entries: readonly (EntryView | undefined)[];
  proofs: readonly (EntryProof | undefined)[];
  /** The entry that is shown; undefined for now. */
  at: number | undefined;
  newest: number;
  /** Every ledger entry is shown: the words of what was ruled out too. */
  isWhole: boolean;
  onMove: (sequence: number | undefined) => void;
  onOpenProof: (sequence: number) => void;
}) {
  const { t, i18n } = useTranslation('topic');
  const sequence = at ?? newest;
  const playback = usePlayback(sequence, newest, onMove);
  const entry = entries[sequence];
  const time = entry && entry.at !== '' ? new Date(entry.at).toLocaleString(i18n.language) : '';
  const nameOf = useAgentNames();
  const who = entry?.agentId === undefined ? t('line.platform') : nameOf(entry.agentId);
  const words = entry
    ? t('timeline.value', { sequence, newest, time, who, outcome: t(`outcome.${entry.outcome}`) })
    : '';
  const move = (to: number) => {
    playback.stop();
    onMove(to >= newest ? undefined : Math.max(1, to));
  };
  if (newest === 0) return null;
  return (
    <section
      className={`card stack-tight timeline ${at === undefined ? 'timeline-now' : ''}`}
      aria-label={t('timeline.title')}
    >
      <h2 className="small">{t('timeline.title')}</h2>
      <input
        type="range"
        min={1}
        max={newest}
        value={sequence}
        aria-label={t('timeline.label')}
        aria-valuetext={words}
        onChange={(event) => move(Number(event.target.value))}
      />
      <div className="row">
        <button type="button" className="button" onClick={() => move(sequence - 1)} disabled={sequence <= 1}>
          <span aria-hidden="true">‹</span>
          <span className="visually-hidden">{t('timeline.back')}</span>
        </button>
        <button
          type="button"
          className="button"
          onClick={playback.toggle}
          aria-pressed={playback.isPlaying}
          disabled={newest < 2}
        >
          {t(playback.isPlaying ? 'timeline.pause' : 'timeline.play')}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => move(sequence + 1)}
          disabled={sequence >= newest}
        >
          <span aria-hidden="true">›</span>
          <span className="visually-hidden">{t('timeline.forth')}</span>
        </button>
        {at === undefined ? null : (
          <button type="button" className="button button-quiet" onClick={() => move(newest)}>
            {t('timeline.now')}
          </button>
        )}
      </div>
      {entry ? (
        <div className="stack-tight timeline-entry" data-timeline={sequence}>
          <p className="small soft">{t('timeline.at', { sequence, newest, time })}</p>
          <p className="small">
            <strong title={entry.agentId}>{who}</strong>
          </p>
          <TimelineWords
            entry={entry}
            proof={proofs[sequence]}
            isWhole={isWhole}
            who={who}
            topicId={topicId}
          />
          <ProofBadge proof={proofs[sequence]} sequence={sequence} onOpen={() => onOpenProof(sequence)} />
        </div>
      ) : null}
    </section>
  );
}

/** What an entry says and what became of it; of what was ruled out only that it was, unless every entry is shown. */
function TimelineWords({
  entry,
  proof,
  isWhole,
  who,
  topicId,
}: {
  entry: EntryView;
  proof: EntryProof | undefined;
  isWhole: boolean;
  who: string;
  topicId: string;
}) {
  const { t } = useTranslation('topic');
  if (isRuledOut(entry) && !isWhole) return <p className="soft">{t('timeline.ruled_out')}</p>;
  const { sequence } = entry;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="timeline-words" tabIndex={0} aria-label={t('line.label', { sequence, who })}>
        <EntryWords entry={entry} stage={proof?.stage ?? {}} openedAt={undefined} topicId={topicId} />
      </section>
      <Verdict entry={entry} />
    </>
  );
}
