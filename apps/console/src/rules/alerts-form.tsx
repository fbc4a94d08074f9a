import {
  type AlertState,
  alertEndpoints,
  type ChangedAlertRules,
  requestTo,
  type AlertRules as SentRules,
} from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../components/agent-link.tsx';
import { CopiedText } from '../components/copied-text.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { useAction } from '../office/components/use-action.ts';
import { read } from '../read/api.ts';
import { Mailbox } from './mailbox.tsx';

const everyMs = 10_000;

/** Alert rules of an owner, or those of the home for the office, with the open alerts. */
export default function AlertRules({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation('fleet');
  const [secret, setSecret] = useState<string>();
  const [sent, setSent] = useState<Partial<SentRules>>();
  const state = useQuery({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => read(alertEndpoints.show, {}, signal),
    refetchInterval: everyMs,
  });
  return (
    <section className="card stack-tight" aria-labelledby="alerts-title" data-alert-rules="">
      <h2 id="alerts-title">{t('alerts.title')}</h2>
      <p className="small soft">{t('alerts.about')}</p>
      <QueryResult of={state}>
        {(data) => (
          <>
            <Present state={data} />
            {data.rules?.email === undefined ? null : (
              <Mailbox mailbox={data.rules.email} mayChange={mayChange} sent={sent} />
            )}
            {secret === undefined ? null : (
              <div className="notice stack-tight" role="status" data-secret="">
                <p>{t('alerts.secret')}</p>
                <CopiedText text={secret} label={t('alerts.secret_label')} />
                <button type="button" className="button" onClick={() => setSecret(undefined)}>
                  {t('alerts.secret_kept')}
                </button>
              </div>
            )}
            {mayChange ? (
              <AlertsForm
                key={data.rules?.changed_at ?? ''}
                rules={data.rules}
                onSaved={(saved, body) => {
                  setSecret(saved.secret);
                  setSent(body);
                }}
              />
            ) : null}
          </>
        )}
      </QueryResult>
    </section>
  );
}

type Delivery = Pick<AlertState['alerts'][number], 'delivered_at' | 'attempts' | 'failure'>;

function useDeliveryText(): (delivery: Delivery) => string {
  const { t } = useTranslation('fleet');
  return ({ delivered_at: deliveredAt, failure, attempts }) =>
    deliveredAt !== undefined
      ? t('alerts.delivered')
      : failure === undefined
        ? t('alerts.queued')
        : t('alerts.failed', { reason: t(`alerts.failure.${failure}`), count: attempts });
}

function Present({ state: { rules, alerts, approval_messages: notices = [] } }: { state: AlertState }) {
  const { t } = useTranslation('fleet');
  const deliveryText = useDeliveryText();
  return (
    <>
      {rules === undefined ? <p className="soft">{t('alerts.none')}</p> : null}
      {rules?.origin === undefined ? null : (
        <p className="small">
          {t('alerts.sent_to')} <UntrustedText text={rules.origin} inline />
        </p>
      )}
      <ul className="stack-tight">
        {alerts.map((alert) => (
          <li key={alert.alert_id} className="row small" data-alert={alert.kind}>
            <AgentLink id={alert.agent_id} size={20} />
            <span className="badge badge-bad">{t(`alerts.kind.${alert.kind}`)}</span>
            <RelativeTime at={alert.raised_at} />
            {rules?.origin === undefined && alert.email ? null : (
              <span className="soft">{deliveryText(alert)}</span>
            )}
            {alert.email ? (
              <span className="soft">{t('alerts.by_mail', { state: deliveryText(alert.email) })}</span>
            ) : null}
          </li>
        ))}
      </ul>
      {rules !== undefined && alerts.length === 0 ? (
        <p className="soft small">{t('alerts.all_well')}</p>
      ) : null}
      {notices.map((notice) => (
        <p key={notice.receiver} className="small soft" data-approval-notices={notice.receiver}>
          {t(`alerts.notices.${notice.receiver}`, { state: deliveryText(notice) })}
        </p>
      ))}
    </>
  );
}

/** Amount fields; an empty one sets no threshold. Minimum and maximum are those of the API. */
const amounts = [
  { name: 'silent_minutes', min: 15, max: 60 * 24 * 90, step: 1 },
  { name: 'tokens_a_day', min: 1, max: Number.MAX_SAFE_INTEGER, step: 1 },
  { name: 'cost_a_day', min: 0.000001, max: 1e12, step: 'any' },
] as const;

type Rules = NonNullable<AlertState['rules']>;

function AlertsForm({
  rules,
  onSaved,
}: {
  rules: Rules | undefined;
  onSaved: (saved: ChangedAlertRules, body: Partial<SentRules>) => void;
}) {
  const { t } = useTranslation('fleet');
  const [url, setUrl] = useState('');
  const [email, setEmail] = useState('');
  const [failing, setFailing] = useState(rules?.failing ?? true);
  const [approvals, setApprovals] = useState(rules?.approvals ?? false);
  const [thresholds, setThresholds] = useState(() =>
    Object.fromEntries(
      amounts.map(({ name }) => [name, rules?.[name] === undefined ? '' : String(rules[name])]),
    ),
  );
  const [isNewSecret, setNewSecret] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const save = useAction();
  const remove = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const set = Object.entries(thresholds).filter(([, value]) => value !== '');
    const numbers = Object.fromEntries(set.map(([name, value]) => [name, Number(value)]));
    const receivers = { ...(url === '' ? {} : { url }), ...(email === '' ? {} : { email }) };
    const kept = { ...receivers, failing, approvals, ...numbers };
    const body = isNewSecret ? { ...kept, new_secret: true } : kept;
    // The caller shows the secret, because new rules begin this form again.
    const onSuccess = (answer: unknown) => onSaved(answer as ChangedAlertRules, kept);
    save.run({ ...requestTo(alertEndpoints.change), body }, { onSuccess });
  };
  return (
    <form className="stack-tight" onSubmit={submit} aria-label={t('alerts.title')}>
      <label className="field">
        <span className="small soft">{t(rules === undefined ? 'alerts.url' : 'alerts.url_again')}</span>
        <input
          type="url"
          required={email === ''}
          maxLength={2_000}
          pattern="https?://.+"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
      </label>
      <label className="field">
        <span className="small soft">
          {t(rules?.email === undefined ? 'alerts.email' : 'alerts.email_again')}
        </span>
        <input type="email" maxLength={254} value={email} onChange={({ target }) => setEmail(target.value)} />
      </label>
      <p className="small soft">{t('alerts.receivers')}</p>
      <label className="row">
        <input type="checkbox" checked={approvals} onChange={({ target }) => setApprovals(target.checked)} />
        {t('alerts.approvals')}
      </label>
      <label className="row">
        <input type="checkbox" checked={failing} onChange={({ target }) => setFailing(target.checked)} />
        {t('alerts.failing')}
      </label>
      {amounts.map(({ name, ...limits }) => (
        <label key={name} className="field">
          <span className="small soft">{t(`alerts.${name}`)}</span>
          <input
            type="number"
            {...limits}
            value={thresholds[name] ?? ''}
            onChange={({ target }) => setThresholds({ ...thresholds, [name]: target.value })}
          />
        </label>
      ))}
      {rules === undefined ? null : (
        <label className="row">
          <input
            type="checkbox"
            checked={isNewSecret}
            onChange={({ target }) => setNewSecret(target.checked)}
          />
          {t('alerts.rotate')}
        </label>
      )}
      {[save.problem, remove.problem].map((problem) =>
        problem ? (
          <p key={problem} role="alert" className="notice notice-bad">
            {problem}
          </p>
        ) : null,
      )}
      <p className="row">
        <button type="submit" className="button button-main" disabled={save.isRunning}>
          {t('alerts.save')}
        </button>
        {rules === undefined ? null : isRemoving ? (
          <>
            <span role="status" className="small">
              {t('alerts.remove_sure')}
            </span>
            <button
              type="button"
              className="button button-danger"
              disabled={remove.isRunning}
              onClick={() => remove.run(requestTo(alertEndpoints.delete))}
            >
              {t('alerts.remove_now')}
            </button>
            <button type="button" className="button" onClick={() => setRemoving(false)}>
              {t('alerts.keep')}
            </button>
          </>
        ) : (
          <button type="button" className="button" onClick={() => setRemoving(true)}>
            {t('alerts.remove')}
          </button>
        )}
      </p>
    </form>
  );
}
