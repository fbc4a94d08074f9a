import { type DeliveredAlert, deliveredAlertSchema } from '@agent-home/http-contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import pMap from 'p-map';
import { tables } from '../../database/index.ts';
import { recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { sendWebhook } from '../../foundation/webhooks/send-webhook.ts';

/** Attempts before the home gives an alert up: about a day and a half. */
const mostAttempts = 12;
/** First pause in seconds; each further one is twice as long, up to the longest. */
const pauseSeconds = { first: 30, longest: 6 * 3_600 };
const alertsAtOnce = 50;
const concurrency = 8;

interface Due {
  scope: string;
  agent_id: string;
  kind: DeliveredAlert['kind'];
  alert_id: string;
  facts: string;
  raised_at: string;
  attempts: number;
  url: string;
  secret: string;
}

/**
 * Delivers alerts that are due. Each is claimed with the time of its next attempt before it is sent, so that two workers do not send
 * it at the same time and a crash delays it only. A receiver that is away does not delay others for long.
 */
export async function deliverAlerts(platform: Platform): Promise<void> {
  const due = await claim(platform);
  await pMap(due, (alert) => deliver(platform, alert), { concurrency });
}

async function claim({ database, now }: Platform): Promise<Due[]> {
  const { agentAlerts, alertRules } = tables;
  const at = now().toISOString();
  const rows = await database.execute<Due & Record<string, unknown>>(
    sql`with due as (
          select scope, agent_id, kind from ${agentAlerts} where next_attempt_at <= ${at}::timestamptz
          order by next_attempt_at limit ${alertsAtOnce} for update skip locked)
        update ${agentAlerts} as alert set
          attempts = alert.attempts + 1,
          next_attempt_at = case when alert.attempts + 1 >= ${mostAttempts} then null else ${at}::timestamptz
            + least(${pauseSeconds.longest}, ${pauseSeconds.first} * power(2, alert.attempts)) * interval '1 second' end
        from due join ${alertRules} as rules using (scope)
        where alert.scope = due.scope and alert.agent_id = due.agent_id and alert.kind = due.kind
        returning alert.scope, alert.agent_id, alert.kind, alert.alert_id, alert.facts, alert.raised_at::text, alert.attempts,
          rules.url, rules.secret`,
  );
  return [...rows];
}

async function deliver(platform: Platform, due: Due): Promise<void> {
  const { database, config, log, now } = platform;
  const body = deliveredAlertSchema.parse({
    alert_id: due.alert_id,
    home: config.issuer,
    kind: due.kind,
    agent_id: due.agent_id,
    raised_at: new Date(due.raised_at).toISOString(),
    facts: JSON.parse(due.facts),
  });
  const failure = await sendWebhook({
    url: due.url,
    secret: due.secret,
    id: due.alert_id,
    body: JSON.stringify(body),
    seconds: Math.floor(now().getTime() / 1_000),
    privateNetwork: config.alertsToPrivateNetwork,
  });
  platform.metrics.alertDeliveries.inc({ outcome: failure ?? 'delivered' });
  const { agentAlerts } = tables;
  const isLast = failure === undefined || due.attempts >= mostAttempts;
  if (failure !== undefined)
    log.warn({ alertId: due.alert_id, attempts: due.attempts, failure }, 'an alert was not delivered');
  await database.transaction(async (transaction) => {
    const [changed] = await transaction
      .update(agentAlerts)
      .set(
        failure === undefined
          ? { deliveredAt: now(), nextAttemptAt: null, failure: null }
          : { failure, ...(isLast ? { nextAttemptAt: null } : {}) },
      )
      .where(and(eq(agentAlerts.alertId, due.alert_id), isNull(agentAlerts.deliveredAt)))
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
          attempts: due.attempts,
          ...(failure === undefined ? {} : { failure }),
        },
      },
    });
  });
}
