import { type TopicItem, topicEndpoints } from '@agent-home/http-contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentLink } from '../../components/agent-link.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { modeNames } from '../../living-room/mode-names.ts';
import { pagePaths } from '../../places/page-paths.ts';
import { topicsQuery, viewerQuery } from '../../read/queries.ts';
import { mayDo } from '../../read/rights.ts';
import { officeList } from '../components/office-list.ts';
import { OwnerName } from '../components/owner-name.tsx';
import { OwnerPicker } from '../components/pickers.tsx';
import { RowMenu } from '../components/row-menu.tsx';
import {
  FilterChoice,
  FilterPicker,
  FilterRow,
  SearchField,
  useFilters,
} from '../components/tool-filters.tsx';
import { type Column, ToolTable } from '../components/tool-table.tsx';
import { moderationActions, topicAdminActions } from './topic-actions.ts';
import { TopicQuote, topicName } from './topic-quote.tsx';

const names = ['q', 'status', 'mode', 'owner_id', 'topic_id'] as const;

/** Lists the topics that the viewer may moderate, with their actions. */
export function TopicsTable() {
  const { t } = useTranslation('office');
  const viewer = useQuery(viewerQuery).data;
  const isAdmin = mayDo(viewer, 'office.read');
  const { values, set } = useFilters(names);
  const { topic_id: oneId, ...filters } = values;
  const asked = oneId === '' ? filters : { q: oneId };
  const all = useInfiniteQuery({ ...officeList(topicEndpoints.listForOffice, asked), enabled: isAdmin });
  const own = useInfiniteQuery({
    ...topicsQuery({ status: filters.status, mode: filters.mode }),
    enabled: viewer?.role === 'owner',
  });
  const topics = isAdmin ? all : own;
  const isShown = (topic: TopicItem) =>
    (oneId === '' || topic.topic_id === oneId) &&
    (isAdmin ||
      (topic.owner_id === viewer?.owner_id && topic.title.toLowerCase().includes(filters.q.toLowerCase())));
  return (
    <section className="stack-tight">
      <div className="row spread">
        <h2>{t('section.topics')}</h2>
        {mayDo(viewer, 'content') ? (
          <Link href="/office/new-topic" className="button button-main">
            {t('action.new_topic')}
          </Link>
        ) : null}
      </div>
      {oneId === '' ? (
        <TopicFilters values={filters} set={set} isAdmin={isAdmin} />
      ) : (
        <p>
          <button type="button" className="button" onClick={() => set('topic_id', '')}>
            {t('show_all')}
          </button>
        </p>
      )}
      <QueryResult of={topics}>
        {({ pages }) => (
          <>
            <ToolTable
              label={t('section.topics')}
              rows={pages.flatMap((page) => page.items).filter(isShown)}
              getKey={({ topic_id: id }) => id}
              columns={columns(isAdmin)}
              pages={topics}
              readsAll={!isAdmin}
              menu={(topic) => (
                <RowMenu
                  needs="moderation"
                  row={topic}
                  name={topicName(topic)}
                  href={pagePaths.topic(topic.topic_id)}
                  place={isAdmin ? `topics/${topic.topic_id}` : undefined}
                  actions={isAdmin ? topicAdminActions : moderationActions}
                  shown={{
                    quote: (one) => <TopicQuote topic={one} />,
                    result: (one) => ({ name: one.title, href: pagePaths.topic(one.topic_id) }),
                  }}
                />
              )}
            />
            <MoreButton of={topics} />
          </>
        )}
      </QueryResult>
    </section>
  );
}

function columns(isAdmin: boolean): Column<TopicItem>[] {
  const ofAdmin: Column<TopicItem>[] = [
    { name: 'owner', cell: ({ owner_id: id }) => <OwnerName id={id} />, sortBy: ({ owner_id: id }) => id },
  ];
  return [
    {
      name: 'title',
      cell: ({ topic_id: id, title }) => (
        <Link href={pagePaths.topic(id)} title={id}>
          <UntrustedText text={title} inline />
        </Link>
      ),
      sortBy: ({ title }) => title,
    },
    { name: 'mode', cell: ({ mode }) => <ModeName mode={mode} />, sortBy: ({ mode }) => mode },
    { name: 'state', cell: (topic) => <TopicState topic={topic} />, sortBy: getState },
    {
      name: 'turn',
      cell: ({ turn }) => (turn ? <AgentLink id={turn.agent_id} size={20} /> : null),
      sortBy: ({ turn }) => turn?.agent_id ?? '~',
    },
    {
      name: 'visibility',
      cell: ({ visibility }) => <Visibility of={visibility} />,
      sortBy: (topic) => topic.visibility,
    },
    ...(isAdmin ? ofAdmin : []),
    { name: 'people', cell: ({ participants }) => participants, sortBy: ({ participants }) => participants },
    {
      name: 'changed',
      cell: ({ updated_at: at }) => <RelativeTime at={at} />,
      sortBy: ({ updated_at: at }) => Date.parse(at),
    },
  ];
}

export function ModeName({ mode }: { mode: string }) {
  const { t } = useTranslation('topic');
  return <>{t(`mode.${mode}`, { defaultValue: mode })}</>;
}

export function Visibility({ of }: { of: string }) {
  const { t } = useTranslation();
  return <>{t(`visibility.${of}`)}</>;
}

const getState = ({ status, paused }: TopicItem) =>
  status === 'closed' ? 'closed' : paused ? 'paused' : 'open';

function TopicState({ topic }: { topic: TopicItem }) {
  const { t } = useTranslation('office');
  const state = getState(topic);
  const look = { open: 'badge badge-good', paused: 'badge badge-warn', closed: 'badge' }[state];
  return <span className={look}>{t(`state.${state}`)}</span>;
}

type Filters = Record<'q' | 'status' | 'mode' | 'owner_id', string>;

function TopicFilters({
  values,
  set,
  isAdmin,
}: {
  values: Filters;
  set: (name: keyof Filters, value: string) => void;
  isAdmin: boolean;
}) {
  const { t } = useTranslation('office');
  const { t: ofTopics } = useTranslation('topic');
  return (
    <FilterRow label={t('filter.label')}>
      <SearchField label={t('filter.topic')} value={values.q} onChange={(q) => set('q', q)} />
      <FilterChoice
        label={t('column.state')}
        value={values.status}
        options={(['open', 'closed'] as const).map((one) => [one, t(`state.${one}`)])}
        onChange={(value) => set('status', value)}
      />
      <FilterChoice
        label={t('column.mode')}
        value={values.mode}
        options={modeNames.map((one) => [one, ofTopics(`mode.${one}`)])}
        onChange={(value) => set('mode', value)}
      />
      {isAdmin ? (
        <FilterPicker label={t('column.owner')}>
          {(id) => (
            <OwnerPicker id={id} value={values.owner_id} onChange={(value) => set('owner_id', value)} />
          )}
        </FilterPicker>
      ) : null}
    </FilterRow>
  );
}
