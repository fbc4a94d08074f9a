import {
  type AlertFailure,
  type ApprovalReceiver,
  approvalRequestSchema,
  type DeliveredApprovals,
  deliveredApprovalsSchema,
  mostNotifiedApprovals,
} from '@agent-home/http-contract';
import { sha256HexOfText } from '@agent-home/protocol';
import { and, eq, sql } from 'drizzle-orm';
import pMap from 'p-map';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { sendWebhook } from '../../foundation/webhooks/send-webhook.ts';
import { approvalsMail, pageAt, safeName } from './mail-texts.ts';

/** Attempts before the home gives the notification of these calls up. */
const mostAttempts = 12;
/** Pause in seconds between two notifications to one receiver, doubled by each failure up to the longest. */
const pauseSeconds = { first: 60, longest: 6 * 3_600 };
/** Most calls that one notification counts; the rest follows in the next. */
const mostCounted = 500;
const concurrency = 8;

interface Target {
  scope: string;
  receiver: ApprovalReceiver;
  url: string | null;
  secret: string | null;
  address: string | null;
}

interface Pending {
  agent_id: string;
  approval_id: string;
  request: string;
  expires_at: string;
}

/**
 * Notifies the receivers of alert rules of calls that newly wait for a decision: at most once a minute each, and of those only that
 * are pending when the message is sent. A message has no arguments and nothing that decides (spec notifications "Pending calls").
 */
export async function notifyApprovals(platform: Platform): Promise<void> {
  await pMap(await listTargets(platform), (target) => notify(platform, target), { concurrency });
  await forgetDecided(platform);
}

/** Returns each receiver that may get a notification now. */
async function listTargets({ database, mailer, now }: Platform): Promise<Target[]> {
  const { alertMailboxes, alertRules, approvalMessages } = tables;
  const rows = await database.execute<Target & Record<string, unknown>>(
    sql`select rules.scope, receiver.receiver, rules.url, rules.secret, mailbox.address
        from ${alertRules} as rules
        left join ${alertMailboxes} as mailbox on mailbox.scope = rules.scope and mailbox.confirmed_at is not null
        cross join (values ('webhook'), ('email')) as receiver(receiver)
        left join ${approvalMessages} as message
          on message.scope = rules.scope and message.receiver = receiver.receiver
        where rules.approvals
          and case receiver.receiver when 'webhook' then rules.url is not null
            else mailbox.address is not null and ${mailer !== undefined} end
          and (message.next_attempt_at is null or message.next_attempt_at <= ${now().toISOString()}::timestamptz)`,
  );
  return [...rows];
}

async function notify(platform: Platform, target: Target): Promise<void> {
  const pending = await findPending(platform, target);
  const attempts = pending.length > 0 ? await claim(platform, target) : undefined;
  if (attempts === undefined) return;
  const body = toBody(platform, pending);
  const failure = await send(platform, target, body);
  platform.metrics.alertDeliveries.inc({ outcome: failure ?? 'delivered' });
  const isLast = failure === undefined || attempts >= mostAttempts;
  const { scope, receiver } = target;
  if (failure !== undefined)
    platform.log.warn({ receiver, attempts, failure }, 'a notification of pending calls was not delivered');
  await platform.database.transaction(async (transaction) => {
    const { approvalMessages } = tables;
    const now = platform.now();
    const changed = await transaction
      .update(approvalMessages)
      .set(
        isLast
          ? {
              attempts: 0,
              nextAttemptAt: new Date(now.getTime() + pauseSeconds.first * 1_000),
              failure: failure ?? null,
              ...(failure === undefined ? { deliveredAt: now } : {}),
            }
          : { failure },
      )
      .where(and(eq(approvalMessages.scope, scope), eq(approvalMessages.receiver, receiver)))
      .returning({ scope: approvalMessages.scope });
    // The owner has deleted or changed the receiver meanwhile.
    if (changed.length === 0 || !isLast) return;
    await storeNotices(transaction, target, pending);
    await recordAct(transaction, {
      now: platform.now,
      act: {
        actor: { kind: 'local', id: 'alerts', role: 'home' },
        action: failure === undefined ? 'approvals.notify' : 'approvals.give_up',
        target: scope === '' ? 'home' : `owners/${scope}`,
        details: {
          receiver,
          message_id: body.message_id,
          count: body.count,
          attempts,
          ...(failure === undefined ? {} : { failure }),
        },
      },
    });
  });
}

/** Finds pending calls on which the owner, or an admin, may decide and of which the receiver does not know. */
async function findPending(
  { database, now }: Platform,
  { scope, receiver }: Pick<Target, 'scope' | 'receiver'>,
): Promise<Pending[]> {
  const { agents, approvalNotices, approvalRules, runApprovals } = tables;
  const decidable =
    scope === '' ? sql`(agent.owner_id is null or rules.admins_may_decide)` : sql`agent.owner_id = ${scope}`;
  const rows = await database.execute<Pending & Record<string, unknown>>(
    sql`select one.agent_id, one.approval_id, one.request, one.expires_at::text as expires_at
        from ${runApprovals} as one join ${agents} as agent using (agent_id)
        left join ${approvalRules} as rules using (agent_id)
        where one.state = 'pending' and one.expires_at > ${now().toISOString()}::timestamptz and ${decidable}
          and not exists (select 1 from ${approvalNotices} as notice
            where notice.scope = ${scope} and notice.receiver = ${receiver}
              and notice.agent_id = one.agent_id and notice.approval_id = one.approval_id)
        order by one.requested_at, one.agent_id, one.approval_id limit ${mostCounted}`,
  );
  return [...rows];
}

/** Claims the receiver until its next attempt. Returns the number of attempts; undefined if another worker has it. */
async function claim(
  { database, now }: Platform,
  { scope, receiver }: Pick<Target, 'scope' | 'receiver'>,
): Promise<number | undefined> {
  const { approvalMessages } = tables;
  const at = now().toISOString();
  const [row] = await database.execute<{ attempts: number }>(
    sql`insert into ${approvalMessages} as known (scope, receiver, attempts, next_attempt_at)
        values (${scope}, ${receiver}, 1, ${at}::timestamptz + ${pauseSeconds.first} * interval '1 second')
        on conflict (scope, receiver) do update set
          attempts = known.attempts + 1,
          next_attempt_at = ${at}::timestamptz
            + least(${pauseSeconds.longest}, ${pauseSeconds.first} * power(2, known.attempts)) * interval '1 second'
        where known.next_attempt_at <= ${at}::timestamptz
        returning known.attempts`,
  );
  return row?.attempts;
}

function toBody({ config, now }: Platform, pending: readonly Pending[]): DeliveredApprovals {
  const ids = pending.map(({ agent_id, approval_id }) => `${agent_id}/${approval_id}`).toSorted();
  const page = pageAt(config, '/office/approvals');
  return deliveredApprovalsSchema.parse({
    message_id: `message_${sha256HexOfText(ids.join('\n')).slice(0, 24)}`,
    home: config.issuer,
    kind: 'approvals',
    sent_at: now().toISOString(),
    count: pending.length,
    approvals: pending
      .slice(0, mostNotifiedApprovals)
      .map(({ agent_id, approval_id, request, expires_at }) => {
        const { tool, risk } = approvalRequestSchema.parse(JSON.parse(request));
        return {
          agent_id,
          approval_id,
          tool: safeName(tool),
          risk,
          expires_at: new Date(expires_at).toISOString(),
        };
      }),
    ...(page === undefined ? {} : { page }),
  });
}

async function send(
  { config, mailer, now }: Platform,
  { url, secret, address, receiver }: Target,
  body: DeliveredApprovals,
): Promise<AlertFailure | undefined> {
  if (receiver === 'email') {
    if (!mailer || address === null) return 'unreachable';
    return mailer.send({ id: body.message_id, to: address, ...approvalsMail(config, body) });
  }
  if (url === null || secret === null) return 'unreachable';
  return sendWebhook({
    url,
    secret,
    id: body.message_id,
    body: JSON.stringify(body),
    seconds: Math.floor(now().getTime() / 1_000),
    privateNetwork: config.alertsToPrivateNetwork,
  });
}

async function storeNotices(
  transaction: Executor,
  { scope, receiver }: Pick<Target, 'scope' | 'receiver'>,
  pending: readonly Pending[],
): Promise<void> {
  const rows = jsonParameter(pending.map(({ agent_id, approval_id }) => ({ agent_id, approval_id })));
  await transaction.execute(
    sql`insert into ${tables.approvalNotices} (scope, receiver, agent_id, approval_id)
        select ${scope}, ${receiver}, one.agent_id, one.approval_id
        from json_to_recordset(${rows}::json) as one(agent_id text, approval_id text)
        on conflict do nothing`,
  );
}

/** Deletes notices of calls that no longer wait. */
async function forgetDecided({ database, now }: Platform): Promise<void> {
  await database.execute(
    sql`delete from ${tables.approvalNotices} as notice where not exists (
          select 1 from ${tables.runApprovals} as one
          where one.agent_id = notice.agent_id and one.approval_id = notice.approval_id
            and one.state = 'pending' and one.expires_at > ${now().toISOString()}::timestamptz)`,
  );
}
