import './topic-stage.css';
import type { TopicView } from '@agent-home/http-contract';
import type { LedgerHead } from '@agent-home/protocol';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FirstStep } from '../first-steps/first-step.tsx';
import { rememberSeen } from '../notices/since-you-left.ts';
import type { ProofProgress, ReplayedStanding } from '../proof/types.ts';
import type { useTopicProofs } from '../proof/use-topic-proofs.ts';
import { Drawer, type DrawerTab } from './drawer/drawer.tsx';
import { Ending } from './ending/ending.tsx';
import { LineList } from './lines/line-list.tsx';
import { useMayModerate } from './menu/use-may-moderate.ts';
import { viewOfMode } from './modes/index.tsx';
import { isClosed } from './modes/mode-parts.tsx';
import { useUnread } from './notices/use-unread.ts';
import { ProofPanel } from './proof-panel/proof-panel.tsx';
import { RedactDialog } from './redact-dialog.tsx';
import { ReplayDock } from './replay/replay-dock.tsx';
import { isRuledOut, toRows } from './rows/rows.ts';
import { StageStrip } from './strip/stage-strip.tsx';
import { TopicHeader } from './topic-header.tsx';
import { TrustNotice } from './trust-notice.tsx';
import { TurnNote } from './turn-note.tsx';
import { useStandingAt } from './use-standing-at.ts';

/** Shows a topic as verified by this browser. It fills the window, and only the messages scroll. */
export function TopicStage({
  view,
  verified: { proofs, snapshot },
  seen,
  sequence,
}: {
  view: TopicView;
  verified: ReturnType<typeof useTopicProofs>;
  /** Last position of the reader. */
  seen: LedgerHead | undefined;
  sequence: number | undefined;
}) {
  const { t } = useTranslation('topic');
  const { topic } = view;
  const [wholeChosen, setWhole] = useState<boolean>();
  const [opened, setOpened] = useState<number>();
  const [redacting, setRedacting] = useState<number>();
  const [shownAt, setShownAt] = useState<number>();
  const [tab, setTab] = useState<DrawerTab>();
  const mayModerate = useMayModerate(topic);
  const { entries, proofs: entryProofs, standing: newest, head, progress, version } = snapshot;
  const isReady = progress !== undefined && progress.newest >= progress.published;
  const isPast = shownAt !== undefined;
  // A link to a ruled-out message means the record, not the conversation.
  const isWhole = wholeChosen ?? (sequence !== undefined && isRuledOut(entries[sequence]));

  // biome-ignore lint/correctness/useExhaustiveDependencies: entries and proofs are one array each, added to; the version tells
  const rows = useMemo(
    () =>
      toRows({
        // During playback, later entries are hidden.
        entries: shownAt === undefined ? entries : entries.slice(0, shownAt + 1),
        proofs: entryProofs,
        mode: topic.mode,
        isWhole,
        seenSequence: seen?.sequence,
        target: sequence,
      }),
    [version, topic.mode, isWhole, seen, sequence, shownAt],
  );
  // Playback starts at the first shown message, because an empty page would be meaningless.
  const firstShown = rows.find((row) => row.kind === 'entry')?.entry.sequence ?? 1;
  useEffect(() => {
    // A head behind the newest entry would make the rest of a first visit count as new.
    const isWholeRead = isReady && head !== undefined && head.sequence >= progress.newest;
    if (isWholeRead && snapshot.alarms.length === 0) rememberSeen(topic.topic_id, head);
  }, [isReady, head, progress, snapshot.alarms, topic.topic_id]);
  useUnread(progress?.newest ?? 0, isReady);
  const look = useCallback((sequences: number[]) => proofs?.look(sequences), [proofs]);

  const standing = useStandingAt(proofs, newest, shownAt);
  const modeView = viewOfMode(standing?.mode ?? topic.mode);
  const hasEnded = !isPast && newest !== undefined && isClosed(newest) && isReady;
  const redacted = redacting === undefined ? undefined : entries[redacting];
  return (
    <div
      className={tab === undefined ? 'topic page-fill' : 'topic page-fill topic-with-drawer'}
      data-replay={isPast || topic.status === 'closed' ? '' : undefined}
    >
      <TopicHeader view={view} snapshot={snapshot} onOpen={setTab} />
      <StageStrip
        standing={standing}
        participants={view.participant_ids}
        isPast={isPast}
        onOpen={() => setTab('stage')}
      />
      <div className="topic-talk">
        <TrustNotice snapshot={snapshot} />
        <StageNote standing={standing} progress={progress} isPast={isPast} />
        {isReady && !isPast && topic.status === 'open' && !rows.some(({ kind }) => kind === 'entry') ? (
          <div className="topic-note">
            <FirstStep kind="topic" />
          </div>
        ) : null}
        <LineList
          rows={rows}
          topicId={topic.topic_id}
          proofs={entryProofs}
          target={shownAt ?? sequence}
          isReady={isReady}
          isLive={topic.status === 'open' && !isPast}
          start={topic.status === 'open' ? 'end' : 'ending'}
          view={modeView}
          standing={newest}
          onLook={look}
          onOpenProof={setOpened}
          onRedact={mayModerate ? setRedacting : undefined}
          ending={
            hasEnded && newest ? (
              <Ending
                topic={topic}
                standing={newest}
                snapshot={snapshot}
                onWatch={() => setShownAt(firstShown)}
              />
            ) : null
          }
        />
        <div className="topic-foot">
          {isPast ? (
            <p className="turn-note small soft">{t('note.past')}</p>
          ) : (
            <TurnNote standing={newest} topic={topic} />
          )}
          <label className="topic-whole small">
            <input type="checkbox" checked={isWhole} onChange={(event) => setWhole(event.target.checked)} />
            {t('lines.whole')}
          </label>
        </div>
        <ReplayDock snapshot={snapshot} first={firstShown} at={shownAt} onMove={setShownAt} />
      </div>
      {tab === undefined ? null : (
        <Drawer
          tab={tab}
          view={view}
          snapshot={snapshot}
          standing={standing}
          modeView={modeView}
          isPast={isPast}
          onTab={setTab}
          onClose={() => setTab(undefined)}
        />
      )}
      {opened === undefined || !proofs ? null : (
        <ProofPanel sequence={opened} snapshot={snapshot} ask={proofs} onClose={() => setOpened(undefined)} />
      )}
      {redacted ? (
        <RedactDialog entry={redacted} topicId={topic.topic_id} onClose={() => setRedacting(undefined)} />
      ) : null}
    </div>
  );
}

/** Reports the end of the shown entries if the ledger continues after it. */
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
  if (!progress || progress.settled < progress.published || progress.read === 0) return null;
  if (!standing) return <p className="notice topic-note">{t('stage.unknown_mode')}</p>;
  if (isPast || standing.sequence >= progress.newest) return null;
  return (
    <p className="notice notice-bad topic-note">{t('stage.stopped', { sequence: standing.sequence })}</p>
  );
}
