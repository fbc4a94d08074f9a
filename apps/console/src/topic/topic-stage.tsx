import type { TopicView } from '@agent-home/http-contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProofProgress, ReplayedStanding } from '../proof/types.ts';
import { useTopicProofs } from '../proof/use-topic-proofs.ts';
import { LineList } from './lines/line-list.tsx';
import { viewOfMode } from './modes/index.tsx';
import { ProofPanel } from './proof-panel/proof-panel.tsx';
import { isRuledOut, rowsOf } from './rows/rows.ts';
import { lastSeen, rememberSeen } from './since-you-left.ts';
import { Timeline } from './timeline/timeline.tsx';
import { TopicHeader } from './topic-header.tsx';
import { TopicSummary } from './topic-summary.tsx';
import { TrustNotice } from './trust-notice.tsx';
import { useStandingAt } from './use-standing-at.ts';

/** A topic as this browser has verified it: where it stands, what was said, and its whole history. */
export function TopicStage({
  view,
  readAt,
  sequence,
}: {
  view: TopicView;
  readAt: number;
  sequence: number | undefined;
}) {
  const { t } = useTranslation('topic');
  const { topic } = view;
  const [seen] = useState(() => lastSeen(topic.topic_id));
  const { proofs, snapshot } = useTopicProofs(topic.topic_id, view, readAt, seen);
  const [wholeChosen, setWhole] = useState<boolean>();
  const [opened, setOpened] = useState<number>();
  const [shownAt, setShownAt] = useState<number>();
  const { entries, proofs: entryProofs, standing: newest, head, progress, version } = snapshot;
  const isReady = progress !== undefined && progress.read >= progress.published;
  // Whoever comes by its address for what was ruled out comes for the record, and not for the conversation.
  const isWhole = wholeChosen ?? (sequence !== undefined && isRuledOut(entries[sequence]));

  // biome-ignore lint/correctness/useExhaustiveDependencies: entries and proofs are one array each, added to; the version tells
  const rows = useMemo(
    () =>
      rowsOf({
        // Played from the past, what comes later has not been said yet.
        entries: shownAt === undefined ? entries : entries.slice(0, shownAt + 1),
        proofs: entryProofs,
        mode: topic.mode,
        isWhole,
        seenSequence: seen?.sequence,
        target: sequence,
      }),
    [version, topic.mode, isWhole, seen, sequence, shownAt],
  );
  useEffect(() => {
    if (isReady && head && snapshot.alarms.length === 0) rememberSeen(topic.topic_id, head);
  }, [isReady, head, snapshot.alarms, topic.topic_id]);
  const look = useCallback((sequences: number[]) => proofs?.look(sequences), [proofs]);

  const standing = useStandingAt(proofs, newest, shownAt);
  const modeView = viewOfMode(standing?.mode ?? topic.mode);
  return (
    <div className="topic">
      <TopicHeader view={view} snapshot={snapshot} />
      {snapshot.objects?.summary && shownAt === undefined ? (
        <TopicSummary summary={snapshot.objects.summary} />
      ) : null}
      <TrustNotice snapshot={snapshot} />
      <div className="topic-body">
        <aside className="topic-side stack" aria-label={t('stage.label')}>
          <h2 className="small">{t('stage.label')}</h2>
          <StageNote standing={standing} progress={progress} isPast={shownAt !== undefined} />
          {standing ? (
            <modeView.Header
              standing={standing}
              entries={entries}
              proofs={entryProofs}
              isPast={shownAt !== undefined}
            />
          ) : null}
          <Timeline
            topicId={topic.topic_id}
            entries={entries}
            proofs={entryProofs}
            at={shownAt}
            newest={progress?.read ?? 0}
            isWhole={isWhole}
            onMove={setShownAt}
            onOpenProof={setOpened}
          />
        </aside>
        <div className="topic-lines">
          <div className="row spread">
            <h2>{t('lines.title')}</h2>
            <label className="row small">
              <input type="checkbox" checked={isWhole} onChange={(event) => setWhole(event.target.checked)} />
              {t('lines.whole')}
            </label>
          </div>
          <LineList
            rows={rows}
            topicId={topic.topic_id}
            proofs={entryProofs}
            target={shownAt ?? sequence}
            isReady={isReady}
            start={topic.status === 'open' ? 'end' : 'start'}
            view={modeView}
            standing={newest}
            onLook={look}
            onOpenProof={setOpened}
          />
        </div>
      </div>
      {opened === undefined || !proofs ? null : (
        <ProofPanel sequence={opened} snapshot={snapshot} ask={proofs} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}

/** Says where what is shown ends, where that is not the end of the ledger. */
function StageNote({
  standing,
  progress,
  isPast,
}: {
  standing: ReplayedStanding | undefined;
  progress: ProofProgress | undefined;
  isPast: boolean;
}) {
  const { t } = useTranslation('topic');
  if (!progress || progress.read < progress.published || progress.read === 0) return null;
  if (!standing) return <p className="notice">{t('stage.unknown_mode')}</p>;
  if (isPast || standing.sequence === progress.read) return null;
  return <p className="notice notice-bad">{t('stage.stopped', { sequence: standing.sequence })}</p>;
}
