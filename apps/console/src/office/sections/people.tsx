import type { OfficeOwnerList, OfficeTokenList } from '@agent-home/http-contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer } from '../../parts/answer.tsx';
import { Moment } from '../../parts/moment.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { UntrustedText } from '../../parts/untrusted-text.tsx';
import { ActionForm, type OfficeAction } from '../parts/action-form.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { officeList } from '../parts/office-list.ts';
import { OfficeTable } from '../parts/office-table.tsx';
import { useAction } from '../parts/use-action.ts';

const newOwner: OfficeAction = {
  id: 'new_owner',
  fields: [
    { name: 'owner_id', kind: 'text' },
    { name: 'name', kind: 'text', required: true },
  ],
  change: (body) => ({ method: 'POST', path: '/v1/admin/owners', body }),
};

const newToken: OfficeAction = {
  id: 'new_token',
  fields: [
    { name: 'role', kind: 'choice', options: ['owner', 'admin'], required: true },
    { name: 'owner_id', kind: 'text', required: true, when: ({ role }) => role === 'owner' },
    { name: 'label', kind: 'text', required: true },
    { name: 'expires_at', kind: 'moment' },
  ],
  change: (body) => ({ method: 'POST', path: '/v1/admin/tokens', body }),
};

/** Who answers for agents, and who may do what here. */
export function People() {
  const { t } = useTranslation('office');
  const owners = useInfiniteQuery(officeList<OfficeOwnerList['items'][number]>('owners'));
  const tokens = useInfiniteQuery(officeList<OfficeTokenList['items'][number]>('tokens'));
  const [made, setMade] = useState<string>();
  return (
    <div className="stack">
      <section className="stack-tight">
        <h2>{t('owners')}</h2>
        <Answer of={owners}>
          {({ pages }) => (
            <OfficeTable
              label={t('owners')}
              rows={pages.flatMap((page) => page.items)}
              keyOf={({ owner_id: id }) => id}
              columns={[
                { name: 'owner', cell: ({ owner_id: id }) => <span className="mono">{id}</span> },
                { name: 'name', cell: ({ name }) => <UntrustedText text={name} inline /> },
                { name: 'agents', cell: ({ agents }) => agents },
              ]}
            />
          )}
        </Answer>
        <MoreButton of={owners} />
        <details className="card">
          <summary>{t('action.new_owner')}</summary>
          <ActionForm action={newOwner} />
        </details>
      </section>
      <section className="stack-tight">
        <h2>{t('tokens')}</h2>
        <Answer of={tokens}>
          {({ pages }) => (
            <OfficeTable
              label={t('tokens')}
              rows={pages.flatMap((page) => page.items)}
              keyOf={({ token_id: id }) => id}
              columns={[
                { name: 'label', cell: ({ label }) => <UntrustedText text={label} inline /> },
                { name: 'role', cell: ({ role, owner_id: owner }) => (owner ? `${role} ${owner}` : role) },
                { name: 'from', cell: ({ created_at: at }) => <Moment at={at} /> },
                { name: 'until', cell: ({ expires_at: at }) => (at ? <Moment at={at} /> : null) },
                {
                  name: 'action',
                  cell: ({ token_id: id, live }) =>
                    live ? <RevokeButton tokenId={id} /> : <span className="badge">{t('revoked')}</span>,
                },
              ]}
            />
          )}
        </Answer>
        <MoreButton of={tokens} />
        <details className="card">
          <summary>{t('action.new_token')}</summary>
          <ActionForm action={newToken} onDone={(answer) => setMade((answer as { token: string }).token)} />
        </details>
        {made ? (
          <p role="status" className="notice">
            {t('only_copy')} <span className="mono">{made}</span>
          </p>
        ) : null}
      </section>
    </div>
  );
}

function RevokeButton({ tokenId }: { tokenId: string }) {
  const { t } = useTranslation('office');
  const { run, isRunning } = useAction();
  return (
    <ConfirmButton
      label={t('action.revoke')}
      consequence={t('consequence.revoke')}
      disabled={isRunning}
      onConfirm={() => run({ method: 'DELETE', path: `/v1/admin/tokens/${tokenId}` })}
    />
  );
}
