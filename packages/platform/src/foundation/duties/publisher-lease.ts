import { type SQL, sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';
import { asynchronousCommitPart } from '../platform/asynchronous-commit.ts';
import type { Platform } from '../platform/platform.ts';

/** Duration of a lease: longer than a put usually takes, and short enough that another process soon replaces a crashed holder. */
const leaseSeconds = 5;
/** Time after the request during which a holder can be sure of the lease, for any duration of the response. */
const certainMs = 2_000;

const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`;

/** Stream and requesting holder. */
export interface LeaseRequest {
  stream: string;
  holder: string;
}

/**
 * Returns the parts of a statement that acquire leases, each of another stream; `lease` has a row for each that was free.
 *
 * Neither acquiring nor releasing a lease waits for the disk, so a database that crashes may forget either. A released lease
 * expires. A forgotten one may be given to another process while its first holder is still putting, as after a stall of that
 * holder; the confirmation then detects its late puts.
 */
export function leaseParts(requests: readonly LeaseRequest[]): SQL {
  // Sorted by stream, so that two statements cannot deadlock.
  return sql`${asynchronousCommitPart}, lease as (
      insert into ${tables.publisherLeases} as held (stream, holder, until)
      select asked.stream, asked.holder, ${leaseEnd} from ${leaseRows(requests)} cross join asynchronous_commit order by asked.stream
      on conflict (stream) do update set holder = excluded.holder, until = excluded.until where held.until < now()
      returning stream
    )`;
}

function leaseRows(requests: readonly LeaseRequest[]): SQL {
  return sql`json_to_recordset(${jsonParameter(requests)}::json) as asked(stream text, holder text)`;
}

/** Creates a function that checks and renews the holder's lease, mostly without a query. */
export function leaseKeeper(platform: Platform, stream: string, holder: string): () => Promise<boolean> {
  const { publisherLeases: table } = tables;
  const clock = () => platform.now().getTime();
  let since = clock();
  return async () => {
    const age = clock() - since;
    if (age >= 0 && age < certainMs) return true;
    const asked = clock();
    const kept = await platform.database.execute(
      sql`with ${asynchronousCommitPart} update ${table} as held set until = ${leaseEnd} from asynchronous_commit
          where held.stream = ${stream} and held.holder = ${holder} returning held.stream`,
    );
    since = asked;
    return kept.length === 1;
  };
}

/** Takes the lease and returns true on success. A holder that stalls for longer than the lease loses it. */
export async function acquireLease(platform: Platform, stream: string, holder: string): Promise<boolean> {
  const rows = await platform.database.execute(
    sql`with ${leaseParts([{ stream, holder }])} select stream from lease`,
  );
  return rows.length === 1;
}

export function releaseLease(platform: Platform, stream: string, holder: string): Promise<void> {
  return releaseLeases(platform, [{ stream, holder }]);
}

export async function releaseLeases(platform: Platform, held: readonly LeaseRequest[]): Promise<void> {
  const { publisherLeases } = tables;
  await platform.database.execute(
    sql`with ${asynchronousCommitPart} delete from ${publisherLeases} as held
        using ${leaseRows(held)} cross join asynchronous_commit
        where held.stream = asked.stream and held.holder = asked.holder`,
  );
}
