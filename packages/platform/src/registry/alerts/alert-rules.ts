import {
  type AlertRules,
  type AlertState,
  alertFailures,
  type ChangedAlertRules,
} from '@agent-home/http-contract';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { isPrivateLiteral } from '../../foundation/webhooks/public-addresses.ts';
import type { Actor } from '../agents/own-agent.ts';
import { confirmScope, deleteMailbox, maskAddress, setMailbox } from './mailboxes.ts';

type Row = typeof tables.alertRules.$inferSelect;
type Mailbox = typeof tables.alertMailboxes.$inferSelect;

/** Most open alerts in a list. */
const mostListed = 200;

/** Returns the scope of an actor's rules: its owner id, or the empty text for the rules of the home. */
function scopeOf(actor: Actor): string {
  return actor.role === 'owner' ? actor.ownerId : '';
}

/** Returns the rules and open alerts of an owner, or those of the home. Neither secret nor path of the receiver is shown. */
export async function showAlerts(
  { database }: Pick<Platform, 'database'>,
  actor: Actor,
): Promise<AlertState> {
  const { agentAlerts, alertMailboxes, alertRules, approvalMessages } = tables;
  const scope = scopeOf(actor);
  const [[row], [mailbox], open, messages] = await Promise.all([
    database.select().from(alertRules).where(eq(alertRules.scope, scope)),
    database.select().from(alertMailboxes).where(eq(alertMailboxes.scope, scope)),
    database
      .select()
      .from(agentAlerts)
      .where(and(eq(agentAlerts.scope, scope), isNull(agentAlerts.clearedAt)))
      .orderBy(desc(agentAlerts.raisedAt), agentAlerts.agentId)
      .limit(mostListed),
    database
      .select()
      .from(approvalMessages)
      .where(eq(approvalMessages.scope, scope))
      .orderBy(approvalMessages.receiver),
  ]);
  return {
    ...(row ? { rules: showRules(row, mailbox) } : {}),
    alerts: open.map((alert) => ({
      alert_id: alert.alertId,
      agent_id: alert.agentId,
      kind: alert.kind,
      raised_at: alert.raisedAt.toISOString(),
      ...showDelivery(alert),
      ...(mailbox
        ? {
            email: showDelivery({
              deliveredAt: alert.mailDeliveredAt,
              attempts: alert.mailAttempts,
              failure: alert.mailFailure,
            }),
          }
        : {}),
    })),
    ...(messages.length === 0
      ? {}
      : {
          approval_messages: messages.map((message) => ({
            receiver: message.receiver,
            ...showDelivery(message),
          })),
        }),
  };
}

/** Confirms the mailbox of an actor's rules by its code. @throws PlatformError `confirmation_invalid` */
export async function confirmMailbox(
  platform: Platform,
  code: string,
  actor: Actor,
): Promise<{ confirmed: true }> {
  await confirmScope(platform, scopeOf(actor), code);
  return { confirmed: true };
}

/**
 * Sets the rules of an owner or of the home. The secret is returned once: when it is created or replaced. Another receiver needs
 * another secret, so that the old one cannot forge alerts to the new one. Another mailbox gets only a code until it is confirmed.
 * @throws PlatformError `invalid_input` for a receiver with a user or password in its URL, or in a private network;
 * `mail_not_configured`, `rate_limited`
 */
export async function changeAlertRules(
  platform: Platform,
  { url, email, new_secret, ...given }: AlertRules,
  actor: Actor,
): Promise<ChangedAlertRules> {
  const { alertMailboxes, alertRules } = tables;
  if (url !== undefined) requireReceiver(url, platform.config.alertsToPrivateNetwork);
  const scope = scopeOf(actor);
  return actTransaction(platform, async (transaction) => {
    const [known] = await transaction
      .select()
      .from(alertRules)
      .where(eq(alertRules.scope, scope))
      .for('update');
    const isNew = url !== undefined && (new_secret || !isSameOrigin(known?.url, url));
    const secret = isNew
      ? Buffer.from(platform.randomBytes(32)).toString('base64url')
      : (known?.secret ?? null);
    const columns = {
      url: url ?? null,
      secret: url === undefined ? null : secret,
      failing: given.failing,
      silentMinutes: given.silent_minutes ?? null,
      tokensADay: given.tokens_a_day ?? null,
      costADay: given.cost_a_day ?? null,
      approvals: given.approvals,
      changedAt: platform.now(),
    };
    await transaction
      .insert(alertRules)
      .values({ scope, ...columns })
      .onConflictDoUpdate({ target: alertRules.scope, set: columns });
    if (email === undefined) await deleteMailbox(transaction, scope);
    else await setMailbox(transaction, platform, { scope, address: email });
    if (!given.approvals) await forgetNotifications(transaction, scope);
    const [mailbox] = await transaction.select().from(alertMailboxes).where(eq(alertMailboxes.scope, scope));
    return { ...showRules({ scope, ...columns }, mailbox), ...(isNew && secret !== null ? { secret } : {}) };
  });
}

/** Deletes the rules of an owner or of the home, their mailbox and their alerts. */
export async function deleteAlertRules(platform: Platform, actor: Actor): Promise<{ deleted: boolean }> {
  const { agentAlerts, alertRules } = tables;
  const scope = scopeOf(actor);
  return actTransaction(platform, async (transaction) => {
    const gone = await transaction
      .delete(alertRules)
      .where(eq(alertRules.scope, scope))
      .returning({ scope: alertRules.scope });
    await transaction.delete(agentAlerts).where(eq(agentAlerts.scope, scope));
    await deleteMailbox(transaction, scope);
    await forgetNotifications(transaction, scope);
    return { deleted: gone.length > 0 };
  });
}

/** Deletes the state of notifications of pending calls; once they are switched on, waiting calls are notified again. */
async function forgetNotifications(transaction: Executor, scope: string): Promise<void> {
  for (const table of [tables.approvalMessages, tables.approvalNotices])
    await transaction.delete(table).where(eq(table.scope, scope));
}

function isSameOrigin(known: string | null | undefined, url: string): boolean {
  return typeof known === 'string' && new URL(known).origin === new URL(url).origin;
}

function showRules(
  { url, failing, silentMinutes, tokensADay, costADay, approvals, changedAt }: Row,
  mailbox: Mailbox | undefined,
) {
  return {
    ...(url === null ? {} : { origin: new URL(url).origin }),
    ...(mailbox
      ? {
          email: {
            address: maskAddress(mailbox.address),
            confirmed: mailbox.confirmedAt !== null,
            ...(mailbox.failure === null ? {} : { failure: z.enum(alertFailures).parse(mailbox.failure) }),
          },
        }
      : {}),
    failing,
    ...(silentMinutes === null ? {} : { silent_minutes: silentMinutes }),
    ...(tokensADay === null ? {} : { tokens_a_day: tokensADay }),
    ...(costADay === null ? {} : { cost_a_day: costADay }),
    approvals,
    changed_at: changedAt.toISOString(),
  };
}

function showDelivery({
  deliveredAt,
  attempts,
  failure,
}: {
  deliveredAt: Date | null;
  attempts: number;
  failure: string | null;
}) {
  return {
    ...(deliveredAt === null ? {} : { delivered_at: deliveredAt.toISOString() }),
    attempts,
    ...(failure === null ? {} : { failure: z.enum(alertFailures).parse(failure) }),
  };
}

/** Names are checked at each delivery, because their addresses can change. */
function requireReceiver(text: string, privateNetwork: boolean): void {
  const { hostname, username, password, protocol } = new URL(text);
  const refuse = (problem: string) => new PlatformError('invalid_input', problem, { path: 'url' });
  if (username !== '' || password !== '')
    throw refuse('the URL has a user or password; use a secret path and the signature');
  if (privateNetwork) return;
  if (protocol !== 'https:') throw refuse('the receiver must have an https URL');
  if (isPrivateLiteral(hostname))
    throw refuse(
      'the receiver is in a private network, which this home does not allow; use a public address',
    );
}
