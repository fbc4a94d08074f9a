import { expect, test } from 'vitest';
import { readOssAccount } from '../../compatibility/oss/oss-account.ts';

test('without an account test:oss says which settings are missing', () => {
  expect(() => readOssAccount({ TEST_OSS_BUCKET: 'b', TEST_OSS_REGION: '' })).toThrow(
    /TEST_OSS_ENDPOINT, TEST_OSS_REGION, TEST_STS_ENDPOINT, TEST_AGENT_ROLE_ARN/,
  );
});

test('with an account the home uses virtual hosts and https', () => {
  const account = {
    TEST_OSS_ENDPOINT: 'https://oss-cn-hangzhou.aliyuncs.com',
    TEST_OSS_REGION: 'cn-hangzhou',
    TEST_OSS_BUCKET: 'b',
    TEST_STS_ENDPOINT: 'sts.cn-hangzhou.aliyuncs.com',
    TEST_AGENT_ROLE_ARN: 'acs:ram::1:role/agent',
    TEST_PLATFORM_ACCESS_KEY_ID: 'id',
    TEST_PLATFORM_ACCESS_KEY_SECRET: 'secret',
  };
  expect(readOssAccount(account)).toMatchObject({
    OSS_BUCKET: 'b',
    OSS_PATH_STYLE: 'false',
    STS_PROTOCOL: 'https',
    PLATFORM_ACCESS_KEY_SECRET: 'secret',
  });
});
