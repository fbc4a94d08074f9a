import { createAliyunBucketProtection } from '@agent-home/object-store';
import { inspectProtection } from '@agent-home/platform';
import { type DoctorCheck, ok, skipped, warning } from './check.ts';

export const protectionCheck: DoctorCheck = {
  name: 'bucket protection',
  async run({ settings }) {
    if (settings.store.kind !== 'aliyun') return skipped('MinIO has no such calls');
    const credentials = settings.platformKey;
    const { publicAccess, overwrite } = await inspectProtection(
      createAliyunBucketProtection({ ...settings.store.place, credentials }),
      { roleArn: settings.store.sts.roleArn, scope: settings.forbidOverwrite },
    );
    const missing = [
      ...(publicAccess === 'blocked' ? [] : ['public access is not blocked']),
      ...(overwrite.isInPlace ? [] : ['agents are not kept from overwriting by the bucket itself']),
    ];
    return missing.length === 0
      ? ok('public access is blocked, overwriting by agents forbidden where it never is right')
      : warning(missing.join('; '), 'run `agent-home bucket protect`');
  },
};
