import { inspectProtection } from '@agent-home/platform';
import { getKind } from '../../stores/store-kinds.ts';
import { type DoctorCheck, ok, skipped, warning } from './check.ts';

export const protectionCheck: DoctorCheck = {
  name: 'bucket protection',
  async run({ settings }) {
    const protection = getKind(settings.store).protection(settings.store, settings.platformKey);
    if ('without' in protection) return skipped(protection.without);
    const { calls, roleArn } = protection;
    const { publicAccess, overwrite } = await inspectProtection(calls, {
      roleArn,
      scope: settings.forbidOverwrite,
    });
    const missing = [
      ...(publicAccess === 'blocked' ? [] : ['public access is not blocked']),
      ...(overwrite.isInPlace ? [] : ['the bucket does not block overwriting by agents']),
    ];
    return missing.length === 0
      ? ok('public access and overwriting by agents are blocked')
      : warning(missing.join('; '), 'run `agent-home bucket protect`');
  },
};
