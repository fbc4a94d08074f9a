import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../components/agent-link.tsx';
import { KeptList } from '../components/kept-list.tsx';
import { OfficeLink } from '../components/office-link.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { VerifiedObject } from '../components/verified-object.tsx';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { TopicTile } from '../living-room/topic-tile.tsx';
import { circleQuery, topicsQuery } from '../read/queries.ts';

/** Page of one circle: members, pending agents and topics. */
export default function CirclePage({ circleId }: { circleId: string }) {
  const { t } = useTranslation();
  const circle = useQuery(circleQuery(circleId));
  usePageTitle(circle.data?.circle.name);
  const topics = useInfiniteQuery(topicsQuery({ circle_id: circleId }));
  return (
    <QueryResult of={circle} missing={<NotFoundPage />}>
      {({ circle: item, manifest, members, pending }) => (
        <article className="stack">
          <h1>
            <UntrustedText text={item.name} inline />
          </h1>
          <p className="row">
            <span className="badge">{t(`circles.${item.membership_mode}`)}</span>
            {item.listed ? null : <span className="badge badge-warn">{t('circles.unlisted')}</span>}
            <OfficeLink section="circles" name="circle_id" id={item.circle_id} />
          </p>
          <VerifiedObject object={manifest}>
            {(value) => <UntrustedText text={String(value.description ?? '')} />}
          </VerifiedObject>
          {pending && pending.length > 0 ? (
            <section className="card stack-tight">
              <h2>{t('circles.pending')}</h2>
              <ul className="stack-tight">
                {pending.map((one) => (
                  <li key={one.request_id} className="stack-tight">
                    <span className="row">
                      <AgentLink id={one.agent_id} />
                      <span className="badge badge-warn">
                        {t('circles.approvals', { count: one.approvals, required: one.required })}
                      </span>
                      <span className="small soft">
                        <RelativeTime at={one.requested_at} />
                      </span>
                    </span>
                    {one.note ? <UntrustedText text={one.note} /> : null}
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          <section className="card stack-tight">
            <h2>{t('circles.members_title')}</h2>
            {members.length === 0 ? (
              <p className="soft">{t('circles.no_members')}</p>
            ) : (
              <div className="table-box">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{t('agents.title')}</th>
                      <th scope="col">{t('circles.role')}</th>
                      <th scope="col">{t('circles.joined')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {members.map((member) => (
                      <tr key={member.agent_id}>
                        <td>
                          <AgentLink id={member.agent_id} />
                        </td>
                        <td>{t(`role.${member.role}`)}</td>
                        <td>
                          <RelativeTime at={member.joined_at} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </section>
          <section className="stack-tight">
            <h2>{t('nav.topics')}</h2>
            <QueryResult of={topics}>
              {({ pages }) => {
                const items = pages.flatMap((page) => page.items);
                return items.length === 0 ? (
                  <p className="soft">{t('nothing')}</p>
                ) : (
                  <KeptList items={items} getKey={({ topic_id: id }) => id}>
                    {(topic) => <TopicTile topic={topic} />}
                  </KeptList>
                );
              }}
            </QueryResult>
          </section>
        </article>
      )}
    </QueryResult>
  );
}
