import { expect, test } from 'vitest';
import { credentialLimits } from '../../foundation/limits/credential-limits.ts';
import type { PlatformConfig } from '../../foundation/settings/config.ts';
import { requireDuration } from './issue-credentials.ts';

const config = {
  credentialDefaultSeconds: credentialLimits.credentialDefaultSeconds.usual,
  credentialMaximumSeconds: credentialLimits.credentialMaximumSeconds.usual,
} as PlatformConfig;

test('a request without a duration gets fifteen minutes', () => {
  expect(requireDuration(undefined, config)).toBe(900);
  expect(requireDuration(undefined, { ...config, credentialDefaultSeconds: 1_200 })).toBe(1_200);
});

test('a duration outside the range is refused at both of its ends', () => {
  for (const seconds of [900, 3_600]) expect(requireDuration(seconds, config)).toBe(seconds);
  for (const seconds of [899, 3_601])
    expect(() => requireDuration(seconds, config)).toThrow(
      expect.objectContaining({ code: 'duration_out_of_range' }),
    );
});
