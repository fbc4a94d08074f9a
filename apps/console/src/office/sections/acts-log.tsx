import { type ActList, operationsEndpoints } from '@agent-home/http-contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { officeList } from '../components/office-list.ts';
import { FilterChoice, FilterRow, useFilters } from '../components/tool-filters.tsx';
import { type Column, ToolTable } from '../components/tool-table.tsx';

type Act = ActList['items'][number];
const kinds = [
  ...['agent', 'topic', 'task', 'circle', 'owner', 'token'],
  ...['user', 'invitation', 'session', 'events', 'run', 'alert'],
];
/** Targets with a page of their own. */
const shownKinds: ReadonlySet<string> = new Set(['agents', 'topics', 'tasks', 'circles', 'runs']);

/** Acts of administrators and owners, the newest first. */
export function ActsLog() {
  const { t } = useTranslation('office');
  const { values, set } = useFilters(['action'] as const);
  const acts = useInfiniteQuery(officeList(operationsEndpoints.listActs, values));
  return (
    <section className="stack-tight">
      <h2>{t('section.acts')}</h2>
      <p className="soft">{t('acts.about')}</p>
      <FilterRow label={t('filter.label')}>
        <FilterChoice
          label={t('column.act')}
          value={values.action}
          options={kinds.map((one) => [one, t(`acts.kind.${one}`)])}
          onChange={(value) => set('action', value)}
        />
      </FilterRow>
      <QueryResult of={acts}>
        {({ pages }) => (
          <>
            {pages.every((page) => (page as ActList).intact) ? null : (
              <p role="alert" className="notice notice-bad">
                {t('acts.changed')}
              </p>
            )}
            <ToolTable
              label={t('section.acts')}
              rows={pages.flatMap((page) => page.items)}
              getKey={({ sequence }) => String(sequence)}
              columns={columns}
              pages={acts}
            />
          </>
        )}
      </QueryResult>
      <MoreButton of={acts} />
    </section>
  );
}

const columns: Column<Act>[] = [
  { name: 'at', cell: ({ at }) => <When at={at} />, sortBy: ({ sequence }) => sequence },
  { name: 'who', cell: ({ actor }) => <Who actor={actor} />, sortBy: ({ actor }) => actor.name ?? actor.id },
  {
    name: 'act',
    cell: ({ action }) => <ActName action={action} />,
    sortBy: ({ action }) => action,
  },
  { name: 'target', cell: ({ target }) => <Target target={target} />, sortBy: ({ target }) => target },
  {
    name: 'reason',
    cell: ({ reason }) => (reason === undefined ? null : <UntrustedText text={reason} inline />),
    sortBy: ({ reason }) => reason ?? '',
  },
];

function When({ at }: { at: string }) {
  const { i18n } = useTranslation();
  return <time dateTime={at}>{new Date(at).toLocaleString(i18n.language)}</time>;
}

function ActName({ action }: Pick<Act, 'action'>) {
  const { t } = useTranslation('office');
  return <span data-act={action}>{t(`acts.name.${action}`, { defaultValue: action })}</span>;
}

function Who({ actor: { id, name, role } }: { actor: Act['actor'] }) {
  const { t } = useTranslation('office');
  return (
    <>
      <UntrustedText text={name ?? id} inline />{' '}
      <span className="small soft">{t(`acts.role.${role}`, { defaultValue: role })}</span>
    </>
  );
}

function Target({ target }: { target: string }) {
  const [kind = '', ...rest] = target.split('/');
  const id = rest.length === 0 ? undefined : rest.join('/');
  return shownKinds.has(kind) && id ? (
    <Link href={`/${target}`} className="mono">
      {id}
    </Link>
  ) : (
    <span className="mono">{id ?? kind}</span>
  );
}
