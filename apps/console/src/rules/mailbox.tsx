import { type AlertRules, type AlertState, alertEndpoints, requestTo } from '@agent-home/http-contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { useAction } from '../office/components/use-action.ts';

type MailboxState = NonNullable<NonNullable<AlertState['rules']>['email']>;

/** Mailbox of alert rules with its state, and the entry of its code until it is confirmed. */
export function Mailbox({
  mailbox: { address, confirmed, failure },
  mayChange,
  sent,
}: {
  mailbox: MailboxState;
  mayChange: boolean;
  /** Rules that were saved on this page. The API shows only a part of the address, so others cannot be sent again. */
  sent: Partial<AlertRules> | undefined;
}) {
  const { t } = useTranslation('fleet');
  const state = confirmed ? 'confirmed' : failure === undefined ? 'unconfirmed' : 'failed';
  return (
    <div className="stack-tight" data-mailbox={state}>
      <p className="row small">
        {t('alerts.mailed_to')} <UntrustedText text={address} inline />
        <span className={`badge ${confirmed ? 'badge-good' : failure === undefined ? '' : 'badge-bad'}`}>
          {t(`alerts.mailbox.${state}`)}
        </span>
      </p>
      {failure === undefined ? null : <p className="notice notice-bad">{t(`alerts.failure.${failure}`)}</p>}
      {confirmed || !mayChange ? null : <CodeForm sent={sent} />}
    </div>
  );
}

function CodeForm({ sent }: { sent: Partial<AlertRules> | undefined }) {
  const { t } = useTranslation('fleet');
  const [code, setCode] = useState('');
  const confirm = useAction();
  const resend = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.run({ ...requestTo(alertEndpoints.confirmMailbox), body: { code } });
  };
  return (
    <form className="stack-tight" onSubmit={submit} aria-label={t('alerts.confirm')}>
      <label className="field">
        <span className="small soft">{t('alerts.code')}</span>
        <input
          required
          maxLength={40}
          autoComplete="one-time-code"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </label>
      {[confirm.problem, resend.problem].map((problem) =>
        problem ? (
          <p key={problem} role="alert" className="notice notice-bad">
            {problem}
          </p>
        ) : null,
      )}
      <p className="row">
        <button type="submit" className="button button-main" disabled={confirm.isRunning}>
          {t('alerts.confirm')}
        </button>
        {sent?.email === undefined ? null : (
          <button
            type="button"
            className="button"
            disabled={resend.isRunning}
            onClick={() => resend.run({ ...requestTo(alertEndpoints.change), body: sent })}
          >
            {t('alerts.resend')}
          </button>
        )}
        {resend.isDone ? (
          <span role="status" className="small">
            {t('alerts.resent')}
          </span>
        ) : null}
      </p>
      {sent?.email === undefined ? <p className="small soft">{t('alerts.resend_by_saving')}</p> : null}
    </form>
  );
}
