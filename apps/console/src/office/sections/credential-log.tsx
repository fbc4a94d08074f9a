import { credentialEndpoints, type OfficeAuditList } from '@agent-home/http-contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentLink } from '../../components/agent-link.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { nameOfAgent } from '../../read/agent-names.ts';
import type { Query } from '../../read/api.ts';
import { officeList } from '../components/office-list.ts';
import { type Column, ToolTable } from '../components/tool-table.tsx';

type Given = OfficeAuditList['items'][number];
type Places = Record<string, string>;

/** Lists issued credentials, newest first: by hour, or as a sortable table. */
export function CredentialLog({
  asked,
  isTable,
  onTable,
}: {
  asked: Query;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}) {
  const { t } = useTranslation('office');
  const audit = useInfiniteQuery(officeList(credentialEndpoints.audit, asked));
  return (
    <div className="stack-tight">
      <div className="row spread">
        <h3>{t('audit_log')}</h3>
        <label className="office-check">
          <input type="checkbox" checked={isTable} onChange={(event) => onTable(event.target.checked)} />
          {t('as_table')}
        </label>
      </div>
      <QueryResult of={audit}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.items);
          const places = Object.assign(
            {},
            ...pages.map((page) => (page as OfficeAuditList).places ?? {}),
          ) as Places;
          if (rows.length === 0) return <p className="soft">{t('no_credential')}</p>;
          return isTable ? (
            <ToolTable
              label={t('audit_log')}
              rows={rows}
              getKey={({ id }) => String(id)}
              columns={columns(places)}
              pages={audit}
            />
          ) : (
            <Timeline rows={rows} places={places} />
          );
        }}
      </QueryResult>
      <MoreButton of={audit} />
    </div>
  );
}

function Timeline({ rows, places }: { rows: readonly Given[]; places: Places }) {
  const { t, i18n } = useTranslation('office');
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium' });
  const hour = new Intl.DateTimeFormat(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    day: 'numeric',
    month: 'short',
  });
  const hours = Map.groupBy(rows, ({ requested_at: at }) => Math.floor(Date.parse(at) / 3_600_000));
  return (
    <ol className="audit-hours">
      {[...hours].map(([of, given]) => (
        <li key={of}>
          <h4 className="small soft">{hour.format(of * 3_600_000)}</h4>
          <ol className="audit-given">
            {given.map((one) => (
              <li key={one.id} className="audit-one">
                <time className="small soft clock" dateTime={one.requested_at}>
                  {time.format(Date.parse(one.requested_at))}
                </time>
                <AgentLink id={one.agent_id} size={20} />
                <Opens scopes={one.scopes} places={places} />
                <span className="small soft">{t(`outcome.${one.outcome}`)}</span>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

/** Access of a credential by names: grants and places from the audit. */
function Opens({ scopes, places }: { scopes: readonly string[]; places: Places }) {
  const { t } = useTranslation('office');
  return (
    <ul className="audit-opens">
      {scopes.map((scope) => {
        const [type = '', id] = scope.split(':');
        const kind = { topic: 'topics', task: 'tasks', circle: 'circles' }[type.split('_')[0] ?? ''];
        return (
          <li key={scope}>
            {t(`grant.${type}`, { defaultValue: type })}{' '}
            {kind && id ? (
              <Link href={`/${kind}/${id}`} title={id}>
                <UntrustedText text={places[`${kind}/${id}`] ?? id} inline />
              </Link>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function columns(places: Places): Column<Given>[] {
  return [
    {
      name: 'agent',
      cell: ({ agent_id: id }) => <AgentLink id={id} size={20} />,
      sortBy: ({ agent_id: id }) => nameOfAgent(id),
    },
    {
      name: 'grants',
      cell: ({ scopes }) => <Opens scopes={scopes} places={places} />,
      sortBy: ({ scopes }) => scopes.join(),
    },
    {
      name: 'issued',
      cell: ({ requested_at: at }) => <Exact at={at} />,
      sortBy: ({ requested_at: at }) => Date.parse(at),
    },
    {
      name: 'expires',
      cell: ({ expires_at: at }) => (at ? <Exact at={at} /> : null),
      sortBy: ({ expires_at: at }) => (at ? Date.parse(at) : 0),
    },
    { name: 'state', cell: (one) => <Outcome of={one} />, sortBy: ({ outcome }) => outcome },
  ];
}

function Exact({ at }: { at: string }) {
  const { i18n } = useTranslation();
  return <time dateTime={at}>{new Date(at).toLocaleString(i18n.language)}</time>;
}

function Outcome({ of: { outcome, error_code: code } }: { of: Given }) {
  const { t } = useTranslation('office');
  return (
    <>
      {t(`outcome.${outcome}`)} {code}
    </>
  );
}
