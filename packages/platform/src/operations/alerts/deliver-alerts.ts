import {
  type AlertFailure,
  type ApprovalReceiver,
  type DeliveredAlert,
  deliveredAlertSchema,
} from '@agent-home/http-contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import pMap from 'p-map';
import { tables } from '../../database/index.ts';
import { recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { sendWebhook } from '../../foundation/webhooks/send-webhook.ts';
import { alertMail } from './mail-texts.ts';

/** Attempts before the home gives an alert up: about a day and a half. */
const mostAttempts = 12;
/** First pause in seconds; each further one is twice as long, up to the longest. */
const pauseSeconds = { first: 30, longest: 6 * 3_600 };
const alertsAtOnce = 50;
const concurrency = 8;

/** Columns of a delivery to one of the two receivers, which are independent of each other. */
const columnsOf = {
  webhook: { attempts: sql`attempts`, next: sql`next_attempt_at` },
  email: { attempts: sql`mail_attempts`, next: sql`mail_next_attempt_at` },
} as const;

interface Due {
  receiver: ApprovalReceiver;
  scope: string;
  agent_id: string;
  kind: DeliveredAlert['kind'];
  alert_id: string;
  facts: string;
  raised_at: string;
  attempts: number;
  url: string | null;
  secret: string | null;
  address: string | null;
}

/**
 * Delivers alerts that are due. Each is claimed with the time of its next attempt before it is sent, so that two workers do not send
 * it at the same time and a crash delays it only. A receiver that is away does not delay others for long.
 */
export async function deliverAlerts(platform: Platform): Promise<void> {
  const due = [
    ...(await claim(platform, 'webhook')),
    ...(platform.mailer ? await claim(platform, 'email') : []),
  ];
  await pMap(due, (alert) => deliver(platform, alert), { concurrency });
}

async function claim({ database, now }: Platform, receiver: ApprovalReceiver): Promise<Due[]> {
  const { agentAlerts, alertMailboxes, alertRules } = tables;
  const { attempts, next } = columnsOf[receiver];
  const at = now().toISOString();
  const rows = await database.execute<Omit<Due, 'receiver'> & Record<string, unknown>>(
    sql`with due as (
          select alert.scope, alert.agent_id, alert.kind, rules.url, rules.secret, mailbox.address
          from ${agentAlerts} as alert join ${alertRules} as rules using (scope)
          left join ${alertMailboxes} as mailbox on mailbox.scope = alert.scope and mailbox.confirmed_at is not null
          where alert.${next} <= ${at}::timestamptz
            and ${receiver === 'webhook' ? sql`rules.url` : sql`mailbox.address`} is not null
          order by alert.${next} limit ${alertsAtOnce} for update of alert skip locked)
        update ${agentAlerts} as alert set
          ${attempts} = alert.${attempts} + 1,
          ${next} = case when alert.${attempts} + 1 >= ${mostAttempts} then null else ${at}::timestamptz
            + least(${pauseSeconds.longest}, ${pauseSeconds.first} * power(2, alert.${attempts})) * interval '1 second' end
        from due
        where alert.scope = due.scope and alert.agent_id = due.agent_id and alert.kind = due.kind
        returning alert.scope, alert.agent_id, alert.kind, alert.alert_id, alert.facts, alert.raised_at::text,
          alert.${attempts} as attempts, due.url, due.secret, due.address`,
  );
  return rows.map((row) => ({ ...row, receiver }));
}

async function deliver(platform: Platform, due: Due): Promise<void> {
  const { database, log, now } = platform;
  const { receiver } = due;
  const failure = await send(platform, due);
  platform.metrics.alertDeliveries.inc({ outcome: failure ?? 'delivered' });
  const { agentAlerts } = tables;
  const isLast = failure === undefined || due.attempts >= mostAttempts;
  if (failure !== undefined)
    log.warn(
      { alertId: due.alert_id, receiver, attempts: due.attempts, failure },
      'an alert was not delivered',
    );
  await database.transaction(async (transaction) => {
    const [changed] = await transaction
      .update(agentAlerts)
      .set(toColumns(receiver, { failure, isLast, now: now() }))
      .where(
        and(
          eq(agentAlerts.alertId, due.alert_id),
          isNull(receiver === 'webhook' ? agentAlerts.deliveredAt : agentAlerts.mailDeliveredAt),
        ),
      )
      .returning({ alertId: agentAlerts.alertId });
    if (!changed || !isLast) return;
    await recordAct(transaction, {
      now,
      act: {
        actor: { kind: 'local', id: 'alerts', role: 'home' },
        action: failure === undefined ? 'alert.deliver' : 'alert.give_up',
        target: `agents/${due.agent_id}`,
        details: {
          kind: due.kind,
          alert_id: due.alert_id,
          receiver,
          attempts: due.attempts,
          ...(failure === undefined ? {} : { failure }),
        },
      },
    });
  });
}

function toColumns(
  receiver: ApprovalReceiver,
  { failure, isLast, now }: { failure: AlertFailure | undefined; isLast: boolean; now: Date },
) {
  if (receiver === 'webhook')
    return failure === undefined
      ? { deliveredAt: now, nextAttemptAt: null, failure: null }
      : { failure, ...(isLast ? { nextAttemptAt: null } : {}) };
  return failure === undefined
    ? { mailDeliveredAt: now, mailNextAttemptAt: null, mailFailure: null }
    : { mailFailure: failure, ...(isLast ? { mailNextAttemptAt: null } : {}) };
}

async function send(
  { config, mailer, now }: Platform,
  { receiver, url, secret, address, ...due }: Due,
): Promise<AlertFailure | undefined> {
  const alert = deliveredAlertSchema.parse({
    alert_id: due.alert_id,
    home: config.issuer,
    kind: due.kind,
    agent_id: due.agent_id,
    raised_at: new Date(due.raised_at).toISOString(),
    facts: JSON.parse(due.facts),
  });
  if (receiver === 'email') {
    if (!mailer || address === null) return 'unreachable';
    return mailer.send({ id: alert.alert_id, to: address, ...alertMail(config, alert) });
  }
  if (url === null || secret === null) return 'unreachable';
  return sendWebhook({
    url,
    secret,
    id: alert.alert_id,
    body: JSON.stringify(alert),
    seconds: Math.floor(now().getTime() / 1_000),
    privateNetwork: config.alertsToPrivateNetwork,
  });
}
