import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { KeptList } from '../components/kept-list.tsx';
import { MoreButton } from '../components/more-button.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { FirstStep } from '../first-steps/first-step.tsx';
import { Term } from '../glossary/term.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { pagePaths } from '../places/page-paths.ts';
import { tasksQuery } from '../read/queries.ts';

export default function TasksPage() {
  const { t } = useTranslation();
  const tasks = useInfiniteQuery(tasksQuery({}));
  usePageTitle(t('tasks.title'));
  return (
    <div className="stack">
      <h1>
        <Term name="task">{t('tasks.title')}</Term>
      </h1>
      <QueryResult of={tasks}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <FirstStep kind="tasks" />;
          return (
            <>
              <KeptList items={items} getKey={({ task_id: id }) => id}>
                {(task) => (
                  <Link href={pagePaths.task(task.task_id)} className="card card-link stack-tight">
                    <h2>
                      <UntrustedText text={task.title} inline />
                    </h2>
                    <p className="row small soft">
                      <span className={task.status === 'open' ? 'badge badge-good' : 'badge'}>
                        {t(`topics.${task.status}`)}
                      </span>
                      <span>{t('topics.people', { count: task.participants })}</span>
                      <RelativeTime at={task.created_at} />
                    </p>
                  </Link>
                )}
              </KeptList>
              <MoreButton of={tasks} />
            </>
          );
        }}
      </QueryResult>
    </div>
  );
}
