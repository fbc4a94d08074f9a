/** Settings that `npm test -- --project oss` needs for a real account, and their names in a home. */
const variables = {
  TEST_OSS_ENDPOINT: 'OSS_ENDPOINT',
  TEST_OSS_REGION: 'OSS_REGION',
  TEST_OSS_BUCKET: 'OSS_BUCKET',
  TEST_STS_ENDPOINT: 'STS_ENDPOINT',
  TEST_AGENT_ROLE_ARN: 'AGENT_ROLE_ARN',
  TEST_PLATFORM_ACCESS_KEY_ID: 'PLATFORM_ACCESS_KEY_ID',
  TEST_PLATFORM_ACCESS_KEY_SECRET: 'PLATFORM_ACCESS_KEY_SECRET',
} as const;

/** Returns the home's settings for that account. @throws Error naming every missing variable */
export function readOssAccount(environment: Record<string, string | undefined>): Record<string, string> {
  const missing = Object.keys(variables).filter((name) => !environment[name]);
  if (missing.length > 0)
    throw new Error(
      `npm test -- --project oss puts the permission matrix to an OSS account of yours; set ${missing.join(', ')}. ` +
        'The bucket should be empty and for tests alone: what the tests put there stays.',
    );
  const given = Object.entries(variables).map(([from, to]) => [to, environment[from] ?? '']);
  return { ...Object.fromEntries(given), OSS_PATH_STYLE: 'false', STS_PROTOCOL: 'https' };
}
