import { pagePaths } from '../../places/page-paths.ts';
import './ending.css';
import type { TopicItem } from '@agent-home/http-contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../../components/agent-name.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Icon } from '../../components/icon.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import type { ProofSnapshot } from '../../proof/topic-proofs.ts';
import type { ReplayedStanding } from '../../proof/types.ts';
import { topicsQuery } from '../../read/queries.ts';
import { CopyLink } from '../menu/copy-link.tsx';
import { wordKey } from '../words/word-key.ts';
import { Bars } from './bars.tsx';
import { getOutcome } from './outcome.ts';
import { RoundResults } from './round-results.tsx';

/** Result of a topic by its replay: winner, a quote, results of all participants, and the next topic. */
export function Ending({
  topic,
  standing,
  snapshot,
  onWatch,
}: {
  topic: TopicItem;
  standing: ReplayedStanding;
  snapshot: ProofSnapshot;
  onWatch: () => void;
}) {
  const { t } = useTranslation('topic');
  const { entries, proofs, version } = snapshot;
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are one array each, added to; the version tells
  const outcome = useMemo(() => getOutcome(standing, entries, proofs), [standing, version]);
  const { winners, best, reached, scores, unit, rounds, participation } = outcome;
  const reason = (standing.state as { closed_reason?: string | null }).closed_reason ?? 'closed';
  return (
    <section className="ending-card" aria-labelledby="ending-title" data-ended={topic.topic_id}>
      <header className="ending-head">
        <Icon name="prize" size={22} />
        <h2 id="ending-title">
          {winners.length > 0 ? (
            <>
              {t(winners.length > 1 ? 'ending.shared_by' : 'ending.won_by')}{' '}
              {winners.map((id) => (
                <span key={id} className="ending-winner-one">
                  <Avatar id={id} size={26} /> <AgentName id={id} />
                </span>
              ))}
            </>
          ) : (
            t(wordKey('ended', reason))
          )}
        </h2>
      </header>
      {reached ? <p className="soft">{t(reached.words, reached.values)}</p> : null}
      {best ? (
        <blockquote className="ending-best">
          <UntrustedText text={best.text} />
          <footer className="small soft">
            — <AgentName id={best.agentId} /> ·{' '}
            <Link href={pagePaths.line(topic.topic_id, best.sequence)}>#{best.sequence}</Link>
          </footer>
        </blockquote>
      ) : null}
      {rounds ? <RoundResults rounds={rounds} /> : null}
      <div className="ending-bars">
        {unit ? <Bars title={t(`ending.unit.${unit}`)} bars={scores} /> : null}
        <Bars title={t('ending.participation')} bars={participation} />
      </div>
      <footer className="row">
        <button type="button" className="button button-main" onClick={onWatch}>
          <Icon name="play" size={16} />
          {t('ending.watch')}
        </button>
        <NextEpisode topic={topic} />
        <span className="ending-share">
          <CopyLink url={`${location.origin}/topics/${topic.topic_id}`} />
        </span>
      </footer>
    </section>
  );
}

/** Link to an open topic of the same mode. */
function NextEpisode({ topic }: { topic: TopicItem }) {
  const { t } = useTranslation('topic');
  const { data } = useInfiniteQuery(topicsQuery({ mode: topic.mode, status: 'open', limit: 1 }));
  const next = data?.pages[0]?.items[0];
  if (!next || next.topic_id === topic.topic_id) return null;
  return (
    <Link href={pagePaths.topic(next.topic_id)} className="button ending-next">
      <span className="one-line">
        {t('ending.next')}: <UntrustedText text={next.title} inline />
      </span>
    </Link>
  );
}
