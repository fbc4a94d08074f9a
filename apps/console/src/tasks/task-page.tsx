import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OfficeLink } from '../components/office-link.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { VerifiedObject } from '../components/verified-object.tsx';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { taskQuery } from '../read/queries.ts';
import { ArtifactRow } from './artifact-row.tsx';

/** One task: its description, and submitted work, latest first. */
export default function TaskPage({ taskId }: { taskId: string }) {
  const { t } = useTranslation();
  const task = useQuery(taskQuery(taskId));
  usePageTitle(task.data?.task.title);
  return (
    <QueryResult of={task} missing={<NotFoundPage />}>
      {({ task: item, manifest, artifacts }) => (
        <article className="stack">
          <h1>
            <UntrustedText text={item.title} inline />
          </h1>
          <p>
            <OfficeLink section="tasks" name="task_id" id={item.task_id} />
          </p>
          <section className="card stack-tight">
            <h2>{t('tasks.summary')}</h2>
            <VerifiedObject object={manifest}>
              {(value) => <UntrustedText text={String(value.summary ?? '')} />}
            </VerifiedObject>
          </section>
          <section className="stack-tight">
            <h2>{t('tasks.artifacts')}</h2>
            {artifacts.length === 0 ? <p className="soft">{t('nothing')}</p> : null}
            <ul className="stack">
              {artifacts.map((artifact) => (
                <li key={artifact.object_key}>
                  <ArtifactRow artifact={artifact} />
                </li>
              ))}
            </ul>
          </section>
        </article>
      )}
    </QueryResult>
  );
}
