import { timingSafeEqual } from 'node:crypto';
import { sha256HexOfText } from '@agent-home/protocol';
import { and, count, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';

/** Codes a day that one owner may request. */
const mostOfScope = 5;
/** Codes a day to one mailbox, from all owners together: others cannot fill a stranger's mailbox. */
const mostToAddress = 3;
const dayMs = 24 * 3_600_000;
/** Wrong entries after which a code is void. */
const mostWrongCodes = 5;

/** Returns the hash of a code of one scope, as it is stored. */
export function hashMailboxCode(scope: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return sha256HexOfText(`mailbox ${scope} ${plain}`);
}

/** Returns the address with its name shortened. */
export function maskAddress(address: string): string {
  return `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`;
}

/**
 * Sets the mailbox of alert rules, in the transaction of the rules. Another address has to be confirmed first. Above the limit of an
 * address no code is sent, and the response is the same: it does not reveal that others entered the address.
 * @throws PlatformError `mail_not_configured`; `rate_limited` for too many codes of this owner
 */
export async function setMailbox(
  transaction: Executor,
  platform: Platform,
  { scope, address }: { scope: string; address: string },
): Promise<void> {
  if (!platform.mailer)
    throw new PlatformError(
      'mail_not_configured',
      'the home has no mail server; the operator sets AGENT_HOME_SMTP_URL and AGENT_HOME_MAIL_FROM, or use a url',
      { path: 'email' },
    );
  const { alertMailboxes } = tables;
  const [known] = await transaction
    .select()
    .from(alertMailboxes)
    .where(eq(alertMailboxes.scope, scope))
    .for('update');
  const isSame = known?.address === address;
  if (isSame && (known.confirmedAt !== null || known.nextAttemptAt !== null)) return;
  if (!isSame) await forgetMailDeliveries(transaction, scope);
  const isDue = await admitRequest(transaction, platform, { scope, address });
  const columns = {
    address,
    confirmedAt: null,
    codeHash: null,
    codeExpiresAt: null,
    wrongCodes: 0,
    attempts: 0,
    nextAttemptAt: isDue ? platform.now() : null,
    failure: null,
  };
  await transaction
    .insert(alertMailboxes)
    .values({ scope, ...columns })
    .onConflictDoUpdate({ target: alertMailboxes.scope, set: columns });
}

/** Deletes the mailbox of alert rules, which gets nothing more. */
export async function deleteMailbox(transaction: Executor, scope: string): Promise<void> {
  await transaction.delete(tables.alertMailboxes).where(eq(tables.alertMailboxes.scope, scope));
  await forgetMailDeliveries(transaction, scope);
}

async function forgetMailDeliveries(transaction: Executor, scope: string): Promise<void> {
  const { approvalMessages, approvalNotices } = tables;
  for (const table of [approvalMessages, approvalNotices])
    await transaction.delete(table).where(and(eq(table.scope, scope), eq(table.receiver, 'email')));
}

/** Counts a request of a code. Returns false if its address had enough codes today. */
async function admitRequest(
  transaction: Executor,
  { now, randomBytes }: Platform,
  { scope, address }: { scope: string; address: string },
): Promise<boolean> {
  const { mailboxRequests } = tables;
  const addressHash = sha256HexOfText(mailboxOf(address));
  // Serializes the requests for one mailbox, so that the limit holds.
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox ${addressHash}`}, 0))`,
  );
  const since = new Date(now().getTime() - dayMs);
  await transaction.delete(mailboxRequests).where(lt(mailboxRequests.requestedAt, since));
  const countRequests = async (condition: SQL) => {
    const [row] = await transaction
      .select({ number: count() })
      .from(mailboxRequests)
      .where(and(condition, gt(mailboxRequests.requestedAt, since)));
    return row?.number ?? 0;
  };
  if ((await countRequests(eq(mailboxRequests.scope, scope))) >= mostOfScope)
    throw new PlatformError(
      'rate_limited',
      `${mostOfScope} codes were requested today; try again tomorrow, or use a url`,
      { retryAfterSeconds: 3_600, path: 'email' },
    );
  const isDue = (await countRequests(eq(mailboxRequests.addressHash, addressHash))) < mostToAddress;
  await transaction.insert(mailboxRequests).values({
    requestId: randomId('request', randomBytes),
    scope,
    addressHash: isDue ? addressHash : '',
    requestedAt: now(),
  });
  return isDue;
}

/** Returns one text for the usual spellings of one mailbox: case, dots and `+tag` of its name. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+');
  return `${name.replaceAll('.', '')}${address.slice(at)}`.toLowerCase();
}

/**
 * Confirms the mailbox of a scope by its code, which is then used up. All refusals are the same.
 * @throws PlatformError `confirmation_invalid`
 */
export async function confirmScope(platform: Platform, scope: string, code: string): Promise<void> {
  const { alertMailboxes } = tables;
  const given = hashMailboxCode(scope, code);
  const isConfirmed = await platform.database.transaction(async (transaction) => {
    const now = platform.now();
    const [known] = await transaction
      .select()
      .from(alertMailboxes)
      .where(eq(alertMailboxes.scope, scope))
      .for('update');
    const isEqual = timingSafeEqual(Buffer.from(given), Buffer.from(known?.codeHash ?? '0'.repeat(64)));
    const isOpen =
      known !== undefined &&
      known.confirmedAt === null &&
      known.codeExpiresAt !== null &&
      known.codeExpiresAt > now &&
      known.wrongCodes < mostWrongCodes;
    if (!isOpen) return false;
    await transaction
      .update(alertMailboxes)
      .set(
        isEqual
          ? { confirmedAt: now, codeHash: null, codeExpiresAt: null, nextAttemptAt: null, failure: null }
          : { wrongCodes: known.wrongCodes + 1 },
      )
      .where(eq(alertMailboxes.scope, scope));
    if (isEqual) await recordAct(transaction, platform);
    return isEqual;
  });
  if (isConfirmed) return;
  throw new PlatformError(
    'confirmation_invalid',
    'the code is wrong, used or older than 30 minutes; set the address again to get a new one',
    { path: 'code' },
  );
}
