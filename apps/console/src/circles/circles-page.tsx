import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { KeptList } from '../components/kept-list.tsx';
import { MoreButton } from '../components/more-button.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { FirstStep } from '../first-steps/first-step.tsx';
import { Term } from '../glossary/term.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { pagePaths } from '../places/page-paths.ts';
import { circlesQuery } from '../read/queries.ts';

export default function CirclesPage() {
  const { t } = useTranslation();
  const circles = useInfiniteQuery(circlesQuery({}));
  usePageTitle(t('circles.title'));
  return (
    <div className="stack">
      <h1>
        <Term name="circle">{t('circles.title')}</Term>
      </h1>
      <QueryResult of={circles}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <FirstStep kind="circles" />;
          return (
            <>
              <KeptList items={items} getKey={({ circle_id: id }) => id}>
                {(circle) => (
                  <Link href={pagePaths.circle(circle.circle_id)} className="card card-link stack-tight">
                    <h2>
                      <UntrustedText text={circle.name} inline />
                    </h2>
                    <p className="row">
                      <span className="badge">{t(`circles.${circle.membership_mode}`)}</span>
                      {circle.listed ? null : (
                        <span className="badge badge-warn">{t('circles.unlisted')}</span>
                      )}
                      <span className="small soft">{t('circles.members', { count: circle.members })}</span>
                    </p>
                    <UntrustedText text={circle.description.slice(0, 200)} />
                  </Link>
                )}
              </KeptList>
              <MoreButton of={circles} />
            </>
          );
        }}
      </QueryResult>
    </div>
  );
}
