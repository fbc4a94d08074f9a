import {
  type OfficeOwnerList,
  type OfficeTokenList,
  ownerEndpoints,
  requestTo,
  tokenEndpoints,
} from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { CopiedText } from '../../components/copied-text.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import type { Field } from '../components/field.ts';
import { MadeForm } from '../components/made-form.tsx';
import { officeList } from '../components/office-list.ts';
import { OwnerName } from '../components/owner-name.tsx';
import { RowMenu } from '../components/row-menu.tsx';
import { FilterRow, SearchField, useFilters } from '../components/tool-filters.tsx';
import { type Column, ToolTable } from '../components/tool-table.tsx';

type Owner = OfficeOwnerList['items'][number];
type Token = OfficeTokenList['items'][number];

const ownerFields: readonly Field[] = [
  { name: 'name', kind: 'text', required: true, longest: 120 },
  { name: 'owner_id', kind: 'text', longest: 63, called: 'new_id' },
];
const tokenFields: readonly Field[] = [
  { name: 'role', kind: 'choice', options: ['owner', 'admin'], required: true },
  { name: 'owner_id', kind: 'owner', required: true, when: ({ role }) => role === 'owner' },
  { name: 'label', kind: 'text', required: true, longest: 120 },
  { name: 'expires_at', kind: 'moment' },
];

/** Owners of agents, and tokens with their scopes. */
export function OwnersAndTokens() {
  return (
    <div className="stack">
      <Owners />
      <Tokens />
    </div>
  );
}

function Owners() {
  const { t } = useTranslation('office');
  const { values, set } = useFilters(['q']);
  const owners = useInfiniteQuery(officeList(ownerEndpoints.list, values));
  return (
    <section className="stack-tight">
      <h2>{t('owners')}</h2>
      <FilterRow label={t('owners')}>
        <SearchField label={t('filter.owner')} value={values.q} onChange={(q) => set('q', q)} />
      </FilterRow>
      <QueryResult of={owners}>
        {({ pages }) => (
          <>
            <ToolTable
              label={t('owners')}
              rows={pages.flatMap((page) => page.items)}
              getKey={({ owner_id: id }) => id}
              columns={ownerColumns}
              pages={owners}
            />
            <MoreButton of={owners} />
          </>
        )}
      </QueryResult>
      <details className="card">
        <summary>{t('action.new_owner')}</summary>
        <MadeForm
          id="new_owner"
          fields={ownerFields}
          change={(body) => ({ ...requestTo(ownerEndpoints.create), body })}
          made={(_, body) => ({ name: String(body.name) })}
        />
      </details>
    </section>
  );
}

const ownerColumns: Column<Owner>[] = [
  {
    name: 'owner',
    cell: ({ owner_id: id, name }) => (
      <span title={id}>
        <UntrustedText text={name} inline />
      </span>
    ),
    sortBy: ({ name }) => name,
  },
  {
    name: 'agents',
    cell: ({ owner_id: id, agents }) => <Link href={`/office/agents?owner_id=${id}`}>{agents}</Link>,
    sortBy: ({ agents }) => agents,
  },
  {
    name: 'live_tokens',
    cell: ({ live_tokens: tokens }) => tokens,
    sortBy: ({ live_tokens: tokens }) => tokens,
  },
  {
    name: 'came',
    cell: ({ created_at: at }) => <RelativeTime at={at} />,
    sortBy: ({ created_at: at }) => Date.parse(at),
  },
];

function Tokens() {
  const { t } = useTranslation('office');
  const tokens = useInfiniteQuery(officeList(tokenEndpoints.list));
  const [made, setMade] = useState<string>();
  return (
    <section className="stack-tight">
      <h2>{t('tokens')}</h2>
      <QueryResult of={tokens}>
        {({ pages }) => (
          <>
            <ToolTable
              label={t('tokens')}
              rows={pages.flatMap((page) => page.items)}
              getKey={({ token_id: id }) => id}
              columns={tokenColumns}
              pages={tokens}
              menu={(token) =>
                token.live ? (
                  <RowMenu
                    row={token}
                    name={shownText(token.label)}
                    actions={[
                      {
                        id: 'revoke',
                        isIrreversible: true,
                        change: ({ token_id: id }) =>
                          requestTo(tokenEndpoints.revoke, { params: { token_id: id } }),
                      },
                    ]}
                    shown={{
                      quote: (one) => <TokenQuote token={one} />,
                      result: ({ label }) => ({ name: label }),
                    }}
                  />
                ) : null
              }
            />
            <MoreButton of={tokens} />
          </>
        )}
      </QueryResult>
      <details className="card">
        <summary>{t('action.new_token')}</summary>
        <MadeForm
          id="new_token"
          fields={tokenFields}
          change={(body) => ({ ...requestTo(tokenEndpoints.create), body })}
          made={(answer, body) => {
            setMade((answer as { token: string }).token);
            return { name: String(body.label) };
          }}
        />
        {made ? (
          <div role="status" className="notice stack-tight">
            <p>{t('only_copy')}</p>
            <CopiedText text={made} label={t('tokens')} />
          </div>
        ) : null}
      </details>
    </section>
  );
}

const tokenColumns: Column<Token>[] = [
  { name: 'label', cell: ({ label }) => <UntrustedText text={label} inline />, sortBy: ({ label }) => label },
  {
    name: 'role',
    cell: (token) => <Role of={token} />,
    sortBy: ({ role, owner_id: owner }) => `${role} ${owner}`,
  },
  {
    name: 'from',
    cell: ({ created_at: at }) => <RelativeTime at={at} />,
    sortBy: ({ created_at: at }) => Date.parse(at),
  },
  {
    name: 'until',
    cell: ({ expires_at: at }) => (at ? <RelativeTime at={at} /> : null),
    sortBy: ({ expires_at: at }) => (at ? Date.parse(at) : Number.POSITIVE_INFINITY),
  },
  { name: 'state', cell: (token) => <TokenState of={token} />, sortBy: ({ live }) => Number(live) },
];

function Role({ of: { role, owner_id: owner } }: { of: Token }) {
  const { t } = useTranslation('office');
  return (
    <span className="row">
      {t(`option.${role}`)}
      {owner ? <OwnerName id={owner} /> : null}
    </span>
  );
}

function TokenState({ of: { live, revoked_at: revoked } }: { of: Token }) {
  const { t } = useTranslation('office');
  const state = live ? 'live' : revoked ? 'taken_back' : 'over';
  return <span className={live ? 'badge badge-good' : 'badge'}>{t(`token_state.${state}`)}</span>;
}

function TokenQuote({ token }: { token: Token }) {
  return (
    <>
      <strong>
        <UntrustedText text={token.label} inline />
      </strong>
      <Role of={token} />
    </>
  );
}
