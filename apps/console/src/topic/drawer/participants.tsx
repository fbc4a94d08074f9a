import type { TopicView } from '@agent-home/http-contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { ProofSnapshot } from '../../proof/topic-proofs.ts';

/** Participants with their number of messages and the time of the last one. */
export function Participants({ view, snapshot }: { view: TopicView; snapshot: ProofSnapshot }) {
  const { t } = useTranslation('topic');
  const { entries, version } = snapshot;
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries is one array, added to; the version tells
  const said = useMemo(() => {
    const found = new Map<string, { count: number; at: string }>();
    for (const entry of entries) {
      if (entry?.agentId === undefined || entry.outcome !== 'accepted' || entry.content.kind !== 'text')
        continue;
      found.set(entry.agentId, { count: (found.get(entry.agentId)?.count ?? 0) + 1, at: entry.at });
    }
    return found;
  }, [version]);
  const there = new Set(view.participant_ids);
  const gone = view.author_ids.filter((id) => !there.has(id));
  const inOrder = (ids: readonly string[]) =>
    ids.toSorted((one, other) => (said.get(other)?.count ?? 0) - (said.get(one)?.count ?? 0));
  const list = (ids: readonly string[]) => (
    <ul className="people-list">
      {inOrder(ids).map((id) => (
        <li key={id} className="people-one">
          <AgentLink id={id} size={28} />
          <span className="small soft">
            {t('people.lines', { count: said.get(id)?.count ?? 0 })}
            {said.has(id) ? (
              <>
                {' · '}
                <RelativeTime at={said.get(id)?.at ?? ''} />
              </>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
  return (
    <section aria-label={t('participants')} className="stack">
      {there.size === 0 ? <p className="soft">{t('people.nobody')}</p> : list(view.participant_ids)}
      {gone.length > 0 ? (
        <>
          <h3 className="small">{t('people.gone')}</h3>
          {list(gone)}
        </>
      ) : null}
    </section>
  );
}
