import {
  type InvitationList,
  requestTo,
  sessionEndpoints,
  type User,
  userEndpoints,
} from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopiedText } from '../../components/copied-text.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import type { Field } from '../components/field.ts';
import { MadeForm } from '../components/made-form.tsx';
import type { OfficeAction } from '../components/office-action.ts';
import { officeAnswer } from '../components/office-list.ts';
import { OwnerName } from '../components/owner-name.tsx';
import { RowMenu } from '../components/row-menu.tsx';
import { type Column, ToolTable } from '../components/tool-table.tsx';
import { RoleName, Sessions } from './sessions.tsx';

type Invitation = InvitationList['items'][number];

const roleFields: readonly Field[] = [
  {
    name: 'role',
    kind: 'choice',
    options: ['admin', 'moderator', 'operator', 'auditor', 'owner'],
    required: true,
  },
  { name: 'owner_id', kind: 'owner', required: true, when: ({ role }) => role === 'owner' },
];

/** Named users with their roles, invitations, and all sessions. */
export function Users() {
  return (
    <div className="stack">
      <UserTable />
      <Invitations />
      <Sessions list={sessionEndpoints.list} end={sessionEndpoints.end} title="users.sessions" />
    </div>
  );
}

const act = (action: string) => (user: User, body: Record<string, unknown>) => ({
  ...requestTo(userEndpoints.act, { params: { user_id: user.user_id } }),
  body: { action, ...body },
});

const userActions: readonly OfficeAction<User>[] = [
  { id: 'user_set_role', fields: roleFields, change: act('set_role') },
  {
    id: 'user_disable',
    asks: true,
    when: ({ disabled_at: at }) => at === undefined,
    change: act('disable'),
  },
  { id: 'user_enable', when: ({ disabled_at: at }) => at !== undefined, change: act('enable') },
];

function UserTable() {
  const { t } = useTranslation('office');
  const users = useQuery(officeAnswer(userEndpoints.list));
  return (
    <section className="stack-tight">
      <h2>{t('section.users')}</h2>
      <QueryResult of={users}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="soft">{t('users.none')}</p>
          ) : (
            <ToolTable
              label={t('section.users')}
              rows={items}
              getKey={({ user_id: id }) => id}
              columns={userColumns}
              menu={(user) => (
                <RowMenu
                  row={user}
                  name={shownText(user.name)}
                  actions={userActions}
                  shown={{
                    quote: ({ name }) => <UntrustedText text={name} inline />,
                    result: ({ name }) => ({ name }),
                  }}
                />
              )}
            />
          )
        }
      </QueryResult>
    </section>
  );
}

const userColumns: Column<User>[] = [
  {
    name: 'name',
    cell: ({ name, issuer, subject }) => (
      <span title={`${issuer} ${subject}`}>
        <UntrustedText text={name} inline />
      </span>
    ),
    sortBy: ({ name }) => name,
  },
  {
    name: 'role',
    cell: ({ role, owner_id: owner }) => (
      <span className="row">
        <RoleName role={role} />
        <OwnerName id={owner} />
      </span>
    ),
    sortBy: ({ role }) => role,
  },
  {
    name: 'last',
    cell: ({ last_signed_in_at: at }) => (at ? <RelativeTime at={at} /> : null),
    sortBy: ({ last_signed_in_at: at }) => (at ? Date.parse(at) : 0),
  },
  {
    name: 'state',
    cell: ({ disabled_at: at }) => <State isGood={at === undefined} name={at ? 'disabled' : 'enabled'} />,
    sortBy: ({ disabled_at: at }) => at ?? '',
  },
];

function State({ isGood, name }: { isGood: boolean; name: string }) {
  const { t } = useTranslation('office');
  return <span className={isGood ? 'badge badge-good' : 'badge'}>{t(`users.state.${name}`)}</span>;
}

function Invitations() {
  const { t } = useTranslation('office');
  const invitations = useQuery(officeAnswer(userEndpoints.listInvitations));
  const [link, setLink] = useState<string>();
  return (
    <section className="stack-tight">
      <h2>{t('users.invitations')}</h2>
      <QueryResult of={invitations}>
        {({ items }) => (
          <ToolTable
            label={t('users.invitations')}
            rows={items}
            getKey={({ invitation_id: id }) => id}
            columns={invitationColumns}
            menu={(one) => (one.state === 'open' ? <InvitationMenu invitation={one} /> : null)}
          />
        )}
      </QueryResult>
      <details className="card">
        <summary>{t('action.new_invitation')}</summary>
        <MadeForm
          id="new_invitation"
          fields={roleFields}
          change={(body) => ({ ...requestTo(userEndpoints.invite), body })}
          made={(answer, body) => {
            const { secret } = answer as { secret: string };
            setLink(`${location.origin}/sign-in#invitation=${secret}`);
            return { name: t(`option.${String(body.role)}`) };
          }}
        />
        {link ? (
          <div role="status" className="notice stack-tight" data-invitation>
            <p>{t('users.only_link')}</p>
            <CopiedText text={link} label={t('users.invitations')} />
          </div>
        ) : null}
      </details>
    </section>
  );
}

function InvitationMenu({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('office');
  return (
    <RowMenu
      row={invitation}
      name={t(`option.${invitation.role}`)}
      actions={[
        {
          id: 'invitation_revoke',
          change: ({ invitation_id: id }) =>
            requestTo(userEndpoints.revokeInvitation, { params: { invitation_id: id } }),
        },
      ]}
      shown={{
        quote: ({ role }) => <RoleName role={role} />,
        result: ({ role }) => ({ name: t(`option.${role}`) }),
      }}
    />
  );
}

const invitationColumns: Column<Invitation>[] = [
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
  {
    name: 'state',
    cell: ({ state }) => <State isGood={state === 'open'} name={state} />,
    sortBy: ({ state }) => state,
  },
];
