import { requestTo, type SessionList, sessionEndpoints } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { read } from '../../read/api.ts';
import { RowMenu } from '../components/row-menu.tsx';
import { type Column, ToolTable } from '../components/tool-table.tsx';

type Session = SessionList['items'][number];

/** Browsers signed in as the viewer. */
export function OwnSessions() {
  return <Sessions list={sessionEndpoints.listOwn} end={sessionEndpoints.endOwn} title="section.sessions" />;
}

/** Lists browser sessions of all users or of the viewer, each with a button to end it. */
export function Sessions({
  list,
  end,
  title,
}: {
  list: typeof sessionEndpoints.listOwn | typeof sessionEndpoints.list;
  end: typeof sessionEndpoints.endOwn | typeof sessionEndpoints.end;
  title: string;
}) {
  const { t } = useTranslation('office');
  const sessions = useQuery({
    queryKey: ['office', list.path],
    queryFn: ({ signal }) => read(list, {}, signal),
  });
  return (
    <section className="stack-tight">
      <h2>{t(title)}</h2>
      <QueryResult of={sessions}>
        {({ items }) => (
          <ToolTable
            label={t(title)}
            rows={items}
            getKey={({ session_id: id }) => id}
            columns={columns}
            menu={(session) =>
              session.is_own ? null : (
                <RowMenu
                  row={session}
                  name={shownText(session.name)}
                  actions={[
                    {
                      id: 'session_revoke',
                      change: ({ session_id: id }) => requestTo(end, { params: { session_id: id } }),
                    },
                  ]}
                  shown={{
                    quote: ({ name }) => <UntrustedText text={name} inline />,
                    result: ({ name }) => ({ name }),
                  }}
                />
              )
            }
          />
        )}
      </QueryResult>
    </section>
  );
}

const columns: Column<Session>[] = [
  { name: 'name', cell: (session) => <Who of={session} />, sortBy: ({ name }) => name },
  { name: 'role', cell: ({ role }) => <RoleName role={role} />, sortBy: ({ role }) => role },
  {
    name: 'from',
    cell: ({ created_at: at }) => <RelativeTime at={at} />,
    sortBy: ({ created_at: at }) => Date.parse(at),
  },
  {
    name: 'until',
    cell: ({ expires_at: at }) => <RelativeTime at={at} />,
    sortBy: ({ expires_at: at }) => Date.parse(at),
  },
];

function Who({ of: { name, is_own: isOwn } }: { of: Session }) {
  const { t } = useTranslation('office');
  return (
    <>
      <UntrustedText text={name} inline />{' '}
      {isOwn ? <span className="badge badge-good">{t('users.this_browser')}</span> : null}
    </>
  );
}

export function RoleName({ role }: { role: string }) {
  const { t } = useTranslation('office');
  return <>{t(`option.${role}`)}</>;
}
