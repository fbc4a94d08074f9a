import {
  type AlertRules,
  type AlertState,
  alertFailures,
  type ChangedAlertRules,
} from '@agent-home/http-contract';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { isPrivateLiteral } from '../../foundation/webhooks/public-addresses.ts';
import type { Actor } from '../agents/own-agent.ts';

type Row = typeof tables.alertRules.$inferSelect;

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
  const { agentAlerts, alertRules } = tables;
  const scope = scopeOf(actor);
  const [[row], open] = await Promise.all([
    database.select().from(alertRules).where(eq(alertRules.scope, scope)),
    database
      .select()
      .from(agentAlerts)
      .where(and(eq(agentAlerts.scope, scope), isNull(agentAlerts.clearedAt)))
      .orderBy(desc(agentAlerts.raisedAt), agentAlerts.agentId)
      .limit(mostListed),
  ]);
  return {
    ...(row ? { rules: showRules(row) } : {}),
    alerts: open.map(({ alertId, agentId, kind, raisedAt, deliveredAt, attempts, failure }) => ({
      alert_id: alertId,
      agent_id: agentId,
      kind,
      raised_at: raisedAt.toISOString(),
      ...(deliveredAt === null ? {} : { delivered_at: deliveredAt.toISOString() }),
      attempts,
      ...(failure === null ? {} : { failure: z.enum(alertFailures).parse(failure) }),
    })),
  };
}

/**
 * Sets the rules of an owner or of the home. The secret is returned once: when it is created or replaced. Another receiver needs
 * another secret, so that the old one cannot forge alerts to the new one.
 * @throws PlatformError `invalid_input` for a receiver with a user or password in its URL, or in a private network
 */
export async function changeAlertRules(
  platform: Platform,
  { url, new_secret, ...given }: AlertRules,
  actor: Actor,
): Promise<ChangedAlertRules> {
  const { alertRules } = tables;
  requireReceiver(url, platform.config.alertsToPrivateNetwork);
  const scope = scopeOf(actor);
  return actTransaction(platform, async (transaction) => {
    const [known] = await transaction
      .select()
      .from(alertRules)
      .where(eq(alertRules.scope, scope))
      .for('update');
    const isNew = known === undefined || new_secret || new URL(known.url).origin !== new URL(url).origin;
    const secret = isNew ? Buffer.from(platform.randomBytes(32)).toString('base64url') : known.secret;
    const columns = {
      url,
      secret,
      failing: given.failing,
      silentMinutes: given.silent_minutes ?? null,
      tokensADay: given.tokens_a_day ?? null,
      costADay: given.cost_a_day ?? null,
      changedAt: platform.now(),
    };
    await transaction
      .insert(alertRules)
      .values({ scope, ...columns })
      .onConflictDoUpdate({ target: alertRules.scope, set: columns });
    return { ...showRules({ scope, ...columns }), ...(isNew ? { secret } : {}) };
  });
}

/** Deletes the rules of an owner or of the home, and their alerts. */
export async function deleteAlertRules(platform: Platform, actor: Actor): Promise<{ deleted: boolean }> {
  const { agentAlerts, alertRules } = tables;
  const scope = scopeOf(actor);
  return actTransaction(platform, async (transaction) => {
    const gone = await transaction
      .delete(alertRules)
      .where(eq(alertRules.scope, scope))
      .returning({ scope: alertRules.scope });
    await transaction.delete(agentAlerts).where(eq(agentAlerts.scope, scope));
    return { deleted: gone.length > 0 };
  });
}

function showRules({ url, failing, silentMinutes, tokensADay, costADay, changedAt }: Row) {
  return {
    origin: new URL(url).origin,
    failing,
    ...(silentMinutes === null ? {} : { silent_minutes: silentMinutes }),
    ...(tokensADay === null ? {} : { tokens_a_day: tokensADay }),
    ...(costADay === null ? {} : { cost_a_day: costADay }),
    changed_at: changedAt.toISOString(),
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
