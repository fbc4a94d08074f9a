import type { AlertFailure } from '@agent-home/http-contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import pMap from 'p-map';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { hashMailboxCode } from '../../registry/alerts/mailboxes.ts';
import { codeMail } from './mail-texts.ts';

/** Attempts before the home gives a code up; the owner may set the address again. */
const mostAttempts = 5;
const codeMinutes = 30;
const codesAtOnce = 20;
const concurrency = 4;

interface Due {
  scope: string;
  address: string;
  attempts: number;
}

/**
 * Sends codes to mailboxes that are to be confirmed. The code exists only in this process and in the mail; a repeat has another one.
 * A mailbox is claimed before it is sent, so that a crash delays it only.
 */
export async function sendMailboxCodes(platform: Platform): Promise<void> {
  if (!platform.mailer) return;
  const { alertMailboxes } = tables;
  const at = platform.now().toISOString();
  const due = await platform.database.execute<Due & Record<string, unknown>>(
    sql`with due as (
          select scope from ${alertMailboxes} where next_attempt_at <= ${at}::timestamptz and confirmed_at is null
          order by next_attempt_at limit ${codesAtOnce} for update skip locked)
        update ${alertMailboxes} as mailbox set
          attempts = mailbox.attempts + 1,
          next_attempt_at = case when mailbox.attempts + 1 >= ${mostAttempts} then null
            else ${at}::timestamptz + 60 * power(2, mailbox.attempts) * interval '1 second' end
        from due where mailbox.scope = due.scope
        returning mailbox.scope, mailbox.address, mailbox.attempts`,
  );
  await pMap([...due], (one) => sendCode(platform, one), { concurrency });
}

async function sendCode(platform: Platform, { scope, address, attempts }: Due): Promise<void> {
  const { config, database, log, mailer, now, randomBytes } = platform;
  if (!mailer) return;
  const { alertMailboxes } = tables;
  const code = randomId('', randomBytes).slice(1);
  const codeHash = hashMailboxCode(scope, code);
  // Stored before it is sent: the code is valid when the mail arrives, however late the server confirms it.
  const stored = await database
    .update(alertMailboxes)
    .set({ codeHash, codeExpiresAt: new Date(now().getTime() + codeMinutes * 60_000), wrongCodes: 0 })
    .where(
      and(
        eq(alertMailboxes.scope, scope),
        eq(alertMailboxes.address, address),
        isNull(alertMailboxes.confirmedAt),
      ),
    )
    .returning({ scope: alertMailboxes.scope });
  if (stored.length === 0) return;
  const shown = code.replaceAll(/(.{4})(?=.)/g, '$1-');
  const mail = codeMail(config, shown);
  const failure: AlertFailure | undefined = await mailer.send({
    id: randomId('code', randomBytes),
    to: address,
    ...mail,
  });
  platform.metrics.alertDeliveries.inc({ outcome: failure ?? 'delivered' });
  if (failure !== undefined) log.warn({ attempts, failure }, 'the code of a mailbox was not sent');
  await database
    .update(alertMailboxes)
    .set(failure === undefined ? { failure: null, nextAttemptAt: null } : { failure })
    .where(and(eq(alertMailboxes.scope, scope), eq(alertMailboxes.codeHash, codeHash)));
}
