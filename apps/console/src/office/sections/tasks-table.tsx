import { requestTo, type TaskItem, taskEndpoints } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { tasksQuery } from '../../read/queries.ts';
import { useMayDo } from '../../read/rights.ts';
import type { OfficeAction } from '../components/office-action.ts';
import { OwnerName } from '../components/owner-name.tsx';
import { RowMenu } from '../components/row-menu.tsx';
import { FilterChoice, FilterRow, SearchField, useFilters } from '../components/tool-filters.tsx';
import { type Column, ToolTable } from '../components/tool-table.tsx';
import { newAudienceFields } from './audience-fields.ts';
import { Visibility } from './topics-table.tsx';

function administration(action: string, rest: Partial<OfficeAction<TaskItem>>): OfficeAction<TaskItem> {
  return {
    id: `task_${action}`,
    ...rest,
    change: ({ task_id: id }, body) => ({
      ...requestTo(taskEndpoints.act, { params: { task_id: id } }),
      body: { action, ...body },
    }),
  };
}

const taskActions: readonly OfficeAction<TaskItem>[] = [
  administration('close', { asks: true, when: ({ status }) => status === 'open' }),
  administration('reopen', { when: ({ status }) => status === 'closed' }),
  administration('set_audience', { fields: newAudienceFields }),
];

/** Lists all tasks with their actions. */
export function TasksTable() {
  const { t } = useTranslation('office');
  const mayOpen = useMayDo('content');
  const { values, set } = useFilters(['q', 'status', 'task_id']);
  const tasks = useInfiniteQuery(tasksQuery({ status: values.status, limit: 200 }));
  const sought = values.q.toLowerCase();
  const isShown = ({ task_id: id, title }: TaskItem) =>
    values.task_id === '' ? `${title} ${id}`.toLowerCase().includes(sought) : id === values.task_id;
  return (
    <section className="stack-tight">
      <div className="row spread">
        <h2>{t('section.tasks')}</h2>
        {mayOpen ? (
          <Link href="/office/new-task" className="button button-main">
            {t('action.new_task')}
          </Link>
        ) : null}
      </div>
      {values.task_id === '' ? (
        <FilterRow label={t('filter.label')}>
          <SearchField label={t('filter.task')} value={values.q} onChange={(q) => set('q', q)} />
          <FilterChoice
            label={t('column.state')}
            value={values.status}
            options={(['open', 'closed'] as const).map((one) => [one, t(`state.${one}`)])}
            onChange={(value) => set('status', value)}
          />
        </FilterRow>
      ) : (
        <p>
          <button type="button" className="button" onClick={() => set('task_id', '')}>
            {t('show_all')}
          </button>
        </p>
      )}
      <QueryResult of={tasks}>
        {({ pages }) => (
          <>
            <ToolTable
              label={t('section.tasks')}
              rows={pages.flatMap((page) => page.items).filter(isShown)}
              getKey={({ task_id: id }) => id}
              columns={columns}
              pages={tasks}
              readsAll={values.q !== '' || values.task_id !== ''}
              menu={(task) => (
                <RowMenu
                  needs="moderation"
                  row={task}
                  name={shownText(task.title).slice(0, 80)}
                  href={pagePaths.task(task.task_id)}
                  place={`tasks/${task.task_id}`}
                  actions={taskActions}
                  shown={{
                    quote: ({ title }) => <UntrustedText text={title} inline />,
                    result: ({ title, task_id: id }) => ({ name: title, href: pagePaths.task(id) }),
                  }}
                />
              )}
            />
            <MoreButton of={tasks} />
          </>
        )}
      </QueryResult>
    </section>
  );
}

const columns: Column<TaskItem>[] = [
  {
    name: 'title',
    cell: ({ task_id: id, title }) => (
      <Link href={pagePaths.task(id)} title={id}>
        <UntrustedText text={title} inline />
      </Link>
    ),
    sortBy: ({ title }) => title,
  },
  { name: 'state', cell: ({ status }) => <TaskState status={status} />, sortBy: ({ status }) => status },
  {
    name: 'visibility',
    cell: ({ visibility }) => <Visibility of={visibility} />,
    sortBy: (task) => task.visibility,
  },
  { name: 'owner', cell: ({ owner_id: id }) => <OwnerName id={id} />, sortBy: ({ owner_id: id }) => id },
  { name: 'people', cell: ({ participants }) => participants, sortBy: ({ participants }) => participants },
  {
    name: 'opened',
    cell: ({ created_at: at }) => <RelativeTime at={at} />,
    sortBy: ({ created_at: at }) => Date.parse(at),
  },
];

function TaskState({ status }: { status: TaskItem['status'] }) {
  const { t } = useTranslation('office');
  return <span className={status === 'open' ? 'badge badge-good' : 'badge'}>{t(`state.${status}`)}</span>;
}
