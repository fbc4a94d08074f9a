import { compareVersions, isRelease, newestRelease } from '@agent-home/agent-runtime/definition';
import {
  endpointName,
  type ListedSpec,
  newestVersion,
  type RegisteredKind,
  type SpecList,
  type StoredSpec,
  specEndpoints,
  specKinds,
  type specListQuerySchema,
} from '@agent-home/http-contract';
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { getPage, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import type { SpecPlace } from './decode-spec.ts';
import { describeVersion } from './describe-version.ts';
import { type SpecReader, visibleTo } from './spec-reader.ts';

type SpecName = Pick<SpecPlace, 'kind' | 'name'>;

/** One refusal for specs that do not exist, are withdrawn or belong to another owner. */
export function noSuchSpec({ kind, name, version }: SpecName & { version?: string }): PlatformError {
  const what = version === undefined ? name : `${name} ${version}`;
  return new PlatformError(
    'not_found',
    `no ${kind} ${what} of yours; see ${endpointName(specEndpoints.list)}`,
  );
}

/**
 * Reads a version, or with `newest` the newest release.
 * @throws PlatformError `not_found`, `no_release`
 */
export async function readSpec(
  executor: Executor,
  { kind, name, version }: SpecPlace,
  reader: SpecReader,
): Promise<StoredSpec> {
  const wanted = version === newestVersion ? await requireRelease(executor, { kind, name }, reader) : version;
  const [found] = await findSpecs(executor, [{ kind, name, version: wanted }], reader);
  if (!found) throw noSuchSpec({ kind, name, version });
  return found;
}

async function requireRelease(executor: Executor, place: SpecName, reader: SpecReader): Promise<string> {
  const versions = await liveVersions(executor, place, reader);
  const newest = newestRelease(versions);
  if (newest !== undefined) return newest;
  if (versions.length === 0) throw noSuchSpec({ ...place, version: newestVersion });
  throw new PlatformError(
    'no_release',
    `${place.name} has no release; name one of ${versions.toSorted(compareVersions).slice(-10).join(', ')}`,
  );
}

async function liveVersions(executor: Executor, place: SpecName, reader: SpecReader): Promise<string[]> {
  const rows = await listRows(executor, and(isNamed(place), isLive(), visibleTo(reader)));
  return rows.map(({ version }) => version);
}

/** Returns the registered versions among these that the reader may see, in the given order. */
export async function findSpecs(
  executor: Executor,
  places: readonly SpecPlace[],
  reader: SpecReader,
): Promise<StoredSpec[]> {
  const found: StoredSpec[] = [];
  const { specVersions: versions } = tables;
  for (const place of places) {
    const [row] = await selectRows(executor)
      .where(and(isNamed(place), eq(versions.version, place.version), isLive(), visibleTo(reader)))
      .limit(1);
    if (!row || row.version.content === null) continue;
    const { content, extension, ...version } = row.version;
    const described = describeVersion({ ...version, ownerId: row.ownerId });
    found.push({ ...described, file: `${version.name}.${extension}`, content });
  }
  return found;
}

/**
 * Lists the versions of a spec: releases, newest first, then previews, newest first.
 * @throws PlatformError `not_found`
 */
export async function listSpecVersions(
  executor: Executor,
  place: SpecName,
  reader: SpecReader,
): Promise<{ items: ListedSpec[] }> {
  const rows = await listRows(executor, and(isNamed(place), visibleTo(reader)));
  if (rows.length === 0) throw noSuchSpec(place);
  const newestFirst = rows.toSorted((one, other) => compareVersions(other.version, one.version));
  const [releases, previews] = [true, false].map((wanted) =>
    newestFirst.filter(({ version }) => isRelease(version) === wanted),
  );
  return { items: [...(releases ?? []), ...(previews ?? [])] };
}

/** Lists versions by kind, name and version, withdrawn ones included. */
export async function listSpecs(
  executor: Executor,
  { kind, name, owner_id: ownerId, cursor, limit }: z.infer<typeof specListQuerySchema>,
  reader: SpecReader,
): Promise<SpecList> {
  const { specNames: names, specVersions: versions } = tables;
  const after = placeOf(z.tuple([z.enum(specKinds), nameSchema, nameSchema]), cursor);
  const rows = await listRows(
    executor,
    and(
      visibleTo(reader),
      kind === undefined ? undefined : eq(versions.kind, kind),
      name === undefined ? undefined : eq(versions.name, name),
      ownerId === undefined ? undefined : eq(names.ownerId, ownerId),
      after &&
        sql`(${versions.kind}, ${versions.name}, ${versions.version}) > (${after[0]}, ${after[1]}, ${after[2]})`,
    ),
    limit + 1,
  );
  const { shown, ...next } = getPage(rows, limit, (row) => [row.kind, row.name, row.version]);
  return { items: shown, ...next };
}

async function listRows(
  executor: Executor,
  condition: SQL | undefined,
  limit = 100_000,
): Promise<ListedSpec[]> {
  const { specNames: names, specVersions: versions } = tables;
  const rows = await executor
    .select({
      kind: versions.kind,
      name: versions.name,
      version: versions.version,
      sha256: versions.sha256,
      registeredAt: versions.registeredAt,
      withdrawnAt: versions.withdrawnAt,
      ownerId: names.ownerId,
    })
    .from(versions)
    .innerJoin(names, ofSameName())
    .where(condition)
    .orderBy(asc(versions.kind), asc(versions.name), asc(versions.version))
    .limit(limit);
  return rows.map(({ withdrawnAt, ...row }) => ({
    ...describeVersion(row),
    ...(withdrawnAt === null ? {} : { withdrawn_at: withdrawnAt.toISOString() }),
  }));
}

function selectRows(executor: Executor) {
  const { specNames: names, specVersions: versions } = tables;
  return executor
    .select({ version: versions, ownerId: names.ownerId })
    .from(versions)
    .innerJoin(names, ofSameName());
}

function ofSameName(): SQL | undefined {
  const { specNames: names, specVersions: versions } = tables;
  return and(eq(names.kind, versions.kind), eq(names.name, versions.name));
}

function isNamed({ kind, name }: { kind: RegisteredKind; name: string }): SQL | undefined {
  const { specVersions: versions } = tables;
  return and(eq(versions.kind, kind), eq(versions.name, name));
}

function isLive(): SQL {
  return isNull(tables.specVersions.withdrawnAt);
}
