import { inspectProtection, overwriteRules, protectBucket } from '@agent-home/platform';
import { findHome } from '../local/running-home.ts';
import { getKind } from '../stores/store-kinds.ts';

/** `agent-home bucket protect`: protections of the bucket that override credentials. Only OSS has such calls. */
export async function protectHomeBucket(
  environment: Record<string, string | undefined>,
  options: { dryRun: boolean },
): Promise<void> {
  const { settings } = await findHome(environment);
  const possible = getKind(settings.store).protection(settings.store, settings.platformKey);
  if ('without' in possible) {
    console.log(
      'Nothing to do: MinIO has no such settings. Its buckets are private unless a policy opens them, and',
    );
    console.log('the proxy (infra/minio) limits agents to plain reads and writes.');
    return;
  }
  const { calls: protection, roleArn } = possible;
  const scope = settings.forbidOverwrite;
  if (!overwriteRules(roleArn, scope))
    throw new Error('AGENT_ROLE_ARN is not a role ARN: use the form acs:ram::ACCOUNT:role/NAME');
  const change = options.dryRun ? inspectProtection : protectBucket;
  const { publicAccess, overwrite } = await change(protection, { roleArn, scope });
  const become = options.dryRun ? 'would now be' : 'is now';
  console.log(`public access: ${publicAccess === 'blocked' ? 'blocked already' : `${become} blocked`}`);
  const state = overwrite.isInPlace ? 'in place already' : options.dryRun ? 'would be put' : 'put in place';
  console.log(`agents overwrite nothing below (${state}):`);
  for (const { id, prefix } of overwrite.rules) console.log(`  ${prefix}  (${id})`);
}
