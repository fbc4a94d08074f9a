import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { KeptList } from '../components/kept-list.tsx';
import { MoreButton } from '../components/more-button.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { FirstStep } from '../first-steps/first-step.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { topicsQuery } from '../read/queries.ts';
import { TopicFilters } from './topic-filters.tsx';
import { TopicTile } from './topic-tile.tsx';

/** Lists all topics that the viewer may see, ended ones included, latest change first. The filters are in the address. */
export default function TopicsPage() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const filter = (name: string) => parameters.get(name) ?? '';
  const filters = { status: filter('status'), mode: filter('mode'), circle_id: filter('circle_id') };
  const topics = useInfiniteQuery(topicsQuery(filters));
  usePageTitle(t('topics.all'));
  const set = (name: string, value: string) =>
    setParameters((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return (
    <div className="stack">
      <div>
        <h1>{t('topics.all')}</h1>
        <p className="soft">{t('topics.all_intro')}</p>
      </div>
      <TopicFilters filters={filters} onChange={set} />
      <QueryResult of={topics}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <FirstStep kind="topics" />;
          return (
            <>
              <KeptList key={JSON.stringify(filters)} items={items} getKey={({ topic_id: id }) => id}>
                {(topic) => <TopicTile topic={topic} />}
              </KeptList>
              <MoreButton of={topics} />
            </>
          );
        }}
      </QueryResult>
    </div>
  );
}
