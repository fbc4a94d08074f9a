import type { CircleItem } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { circlesQuery } from '../../read/queries.ts';
import { useMayDo } from '../../read/rights.ts';
import { OwnerName } from '../components/owner-name.tsx';
import { RowMenu } from '../components/row-menu.tsx';
import { FilterRow, SearchField, useFilters } from '../components/tool-filters.tsx';
import { type Column, ToolTable } from '../components/tool-table.tsx';
import { circleActions } from './circle-actions.ts';

/** Lists all circles with their actions. */
export function CirclesTable() {
  const { t } = useTranslation('office');
  const mayOpen = useMayDo('content');
  const { values, set } = useFilters(['q', 'circle_id']);
  const circles = useInfiniteQuery(circlesQuery({ limit: 200 }));
  const sought = values.q.toLowerCase();
  const isShown = ({ circle_id: id, name }: CircleItem) =>
    values.circle_id === '' ? `${name} ${id}`.toLowerCase().includes(sought) : id === values.circle_id;
  return (
    <section className="stack-tight">
      <div className="row spread">
        <h2>{t('section.circles')}</h2>
        {mayOpen ? (
          <Link href="/office/new-circle" className="button button-main">
            {t('action.new_circle')}
          </Link>
        ) : null}
      </div>
      {values.circle_id === '' ? (
        <FilterRow label={t('filter.label')}>
          <SearchField label={t('filter.circle')} value={values.q} onChange={(q) => set('q', q)} />
        </FilterRow>
      ) : (
        <p>
          <button type="button" className="button" onClick={() => set('circle_id', '')}>
            {t('show_all')}
          </button>
        </p>
      )}
      <QueryResult of={circles}>
        {({ pages }) => (
          <>
            <ToolTable
              label={t('section.circles')}
              rows={pages.flatMap((page) => page.items).filter(isShown)}
              getKey={({ circle_id: id }) => id}
              columns={columns}
              pages={circles}
              readsAll={values.q !== '' || values.circle_id !== ''}
              menu={(circle) => (
                <RowMenu
                  needs="moderation"
                  row={circle}
                  name={shownText(circle.name)}
                  href={pagePaths.circle(circle.circle_id)}
                  place={`circles/${circle.circle_id}`}
                  actions={circleActions}
                  shown={{
                    quote: ({ name, description }) => (
                      <>
                        <strong>
                          <UntrustedText text={name} inline />
                        </strong>
                        <UntrustedText text={description} />
                      </>
                    ),
                    result: ({ name, circle_id: id }) => ({ name, href: pagePaths.circle(id) }),
                  }}
                />
              )}
            />
            <MoreButton of={circles} />
          </>
        )}
      </QueryResult>
    </section>
  );
}

const columns: Column<CircleItem>[] = [
  {
    name: 'name',
    cell: ({ circle_id: id, name }) => (
      <Link href={pagePaths.circle(id)} title={id}>
        <UntrustedText text={name} inline />
      </Link>
    ),
    sortBy: ({ name }) => name,
  },
  {
    name: 'joining',
    cell: ({ membership_mode: mode }) => <Joining mode={mode} />,
    sortBy: (one) => one.membership_mode,
  },
  { name: 'members', cell: ({ members }) => members, sortBy: ({ members }) => members },
  {
    name: 'listed',
    cell: ({ listed }) => <Listed listed={listed} />,
    sortBy: ({ listed }) => Number(listed),
  },
  { name: 'owner', cell: ({ owner_id: id }) => <OwnerName id={id} />, sortBy: ({ owner_id: id }) => id },
];

function Joining({ mode }: { mode: CircleItem['membership_mode'] }) {
  const { t } = useTranslation();
  return <>{t(`circles.${mode}`)}</>;
}

function Listed({ listed }: { listed: boolean }) {
  const { t } = useTranslation('office');
  return <>{t(listed ? 'option.yes' : 'option.no')}</>;
}
