import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentLink } from '../../parts/agent-link.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { EntryProof } from '../../proof/types.ts';
import { useAgentNames } from '../../read/agent-names.ts';
import type { ModeView } from '../modes/mode-view.ts';
import type { Row } from '../rows/rows.ts';
import { wordKey } from '../words/word-key.ts';
import { EntryWords } from './entry-words.tsx';
import { ProofBadge } from './proof-badge.tsx';
import { Verdict } from './verdict.tsx';

/** One ledger entry: who, when, what, and whether it verifies. */
function EntryRowNow({
  row,
  topicId,
  proof,
  view,
  onOpenProof,
}: {
  row: Extract<Row, { kind: 'entry' }>;
  topicId: string;
  proof: EntryProof | undefined;
  view: ModeView;
  onOpenProof: (sequence: number) => void;
}) {
  const { t } = useTranslation('topic');
  const { entry, stage } = row;
  const nameOf = useAgentNames();
  const who = entry.agentId === undefined ? t('line.platform') : nameOf(entry.agentId);
  return (
    <article className="line-box" aria-label={t('line.label', { sequence: entry.sequence, who })}>
      <header className="row line-head">
        {entry.agentId === undefined ? <span className="soft">{who}</span> : <AgentLink id={entry.agentId} />}
        {view.Mark ? <view.Mark row={row} /> : null}
        <span className="line-facts row small soft">
          {entry.at === '' ? null : <Moment at={entry.at} />}
          <Link href={`/topics/${topicId}/lines/${entry.sequence}`} className="line-number">
            <span className="visually-hidden">{t('line.permalink')} </span>#{entry.sequence}
          </Link>
          <ProofBadge proof={proof} sequence={entry.sequence} onOpen={() => onOpenProof(entry.sequence)} />
        </span>
      </header>
      <EntryWords entry={entry} stage={stage} openedAt={row.openedAt} topicId={topicId} />
      {entry.outcome === 'accepted' && stage.ended === undefined ? null : (
        <footer className="row line-foot">
          <Verdict entry={entry} />
          {stage.ended === undefined ? null : (
            <span className="badge">{t(wordKey('ended', stage.ended))}</span>
          )}
        </footer>
      )}
    </article>
  );
}

/** Drawn again only for what it shows: rows are made anew with every entry that comes, mostly of the same. */
export const EntryRow = memo(
  EntryRowNow,
  (before, after) =>
    before.row.entry === after.row.entry &&
    before.row.stage === after.row.stage &&
    before.row.openedAt === after.row.openedAt &&
    before.proof === after.proof &&
    before.view === after.view &&
    before.onOpenProof === after.onOpenProof,
);
