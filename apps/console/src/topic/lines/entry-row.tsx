import { pagePaths } from '../../places/page-paths.ts';
import './entry-row.css';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../../components/agent-name.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { EntryProof } from '../../proof/types.ts';
import { useAgentNames } from '../../read/agent-names.ts';
import type { ModeView } from '../modes/mode-view.ts';
import type { Row } from '../rows/rows.ts';
import { wordKey } from '../words/word-key.ts';
import { EntryWords } from './entry-words.tsx';
import { LineMenu } from './line-menu.tsx';
import { ProofBadge } from './proof-badge.tsx';
import { Verdict } from './verdict.tsx';

interface RowShown {
  row: Extract<Row, { kind: 'entry' }>;
  topicId: string;
  proof: EntryProof | undefined;
  view: ModeView;
  onOpenProof: (sequence: number) => void;
  onRedact: ((sequence: number) => void) | undefined;
}

/**
 * One ledger entry: author and time, unless its author continues; its content; and its verification on demand
 * or after a failure.
 */
function EntryRowNow({ row, topicId, proof, view, onOpenProof, onRedact }: RowShown) {
  const { t } = useTranslation('topic');
  const { entry, stage, isContinued } = row;
  const { agentId, sequence } = entry;
  const getName = useAgentNames();
  const who = agentId === undefined ? t('line.platform') : getName(agentId);
  return (
    <article
      className={isContinued ? 'line-box line-continued' : 'line-box'}
      aria-label={t('line.label', { sequence, who })}
    >
      {isContinued ? null : (
        <header className="line-head">
          {agentId === undefined ? (
            <span className="soft line-platform">{who}</span>
          ) : (
            <Link href={pagePaths.agent(agentId)} className="line-author">
              <Avatar id={agentId} size={30} />
              <AgentName id={agentId} />
            </Link>
          )}
          {view.Mark ? <view.Mark row={row} /> : null}
          {entry.at === '' ? null : (
            <span className="line-time small soft">
              <RelativeTime at={entry.at} />
            </span>
          )}
        </header>
      )}
      <div className="line-words">
        <EntryWords entry={entry} stage={stage} openedAt={row.openedAt} topicId={topicId} />
        {entry.outcome === 'accepted' && stage.ended === undefined ? null : (
          <footer className="row line-foot">
            <Verdict entry={entry} />
            {stage.ended === undefined ? null : (
              <span className="badge badge-outline">{t(wordKey('ended', stage.ended))}</span>
            )}
          </footer>
        )}
      </div>
      <div className="line-tools">
        <ProofBadge proof={proof} sequence={sequence} onOpen={() => onOpenProof(sequence)} />
        <Link href={pagePaths.line(topicId, sequence)} className="line-number small soft">
          <span className="visually-hidden">{t('line.permalink')} </span>#{sequence}
        </Link>
        <LineMenu entry={entry} topicId={topicId} who={who} onOpenProof={onOpenProof} onRedact={onRedact} />
      </div>
    </article>
  );
}

/** Memoized by its content: rows are recreated with every new entry, mostly unchanged. */
export const EntryRow = memo(
  EntryRowNow,
  (before: RowShown, after: RowShown) =>
    before.row.entry === after.row.entry &&
    before.row.stage === after.row.stage &&
    before.row.openedAt === after.row.openedAt &&
    before.row.isContinued === after.row.isContinued &&
    before.proof === after.proof &&
    before.view === after.view &&
    before.onOpenProof === after.onOpenProof &&
    before.onRedact === after.onRedact,
);
