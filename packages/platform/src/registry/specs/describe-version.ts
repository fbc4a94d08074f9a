import type { SpecVersion } from '@agent-home/http-contract';
import type { tables } from '../../database/index.ts';

type VersionRow = Omit<
  typeof tables.specVersions.$inferSelect,
  'content' | 'contentSha256' | 'extension' | 'withdrawnAt'
>;

/** Version with the owner of its name. */
export type OwnedVersion = VersionRow & { ownerId: string };

/** Returns a version as the API shows it. */
export function describeVersion({
  kind,
  name,
  version,
  ownerId,
  sha256,
  registeredAt,
}: OwnedVersion): SpecVersion {
  return { kind, name, version, owner_id: ownerId, sha256, registered_at: registeredAt.toISOString() };
}
