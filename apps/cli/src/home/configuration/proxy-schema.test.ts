import { expect, test } from 'vitest';
import { ConfigurationError } from '../../errors/command-errors.ts';
import { readSettings } from './read-settings.ts';

const environment = {
  DATABASE_URL: 'postgres://localhost/x',
  PLATFORM_ACCESS_KEY_ID: 'id',
  PLATFORM_ACCESS_KEY_SECRET: 'secret',
  AGENT_HOME_KEYS: 'keys',
  OSS_ENDPOINT: 'http://127.0.0.1:1',
  OSS_REGION: 'r',
  OSS_BUCKET: 'bucket',
  STS_ENDPOINT: '127.0.0.1:2',
  AGENT_ROLE_ARN: 'acs:ram::1:role/x',
};
const proxies = (text: string) =>
  readSettings({ ...environment, AGENT_HOME_TRUSTED_PROXIES: text }).trustedProxies;

test('an invalid trusted proxy setting is named', () => {
  expect(readSettings(environment).trustedProxies).toEqual([]);
  expect(proxies(' ')).toEqual([]);
  expect(proxies('10.0.0.1, 192.168.0.0/16,::1, fd00::/8')).toEqual([
    '10.0.0.1',
    '192.168.0.0/16',
    '::1',
    'fd00::/8',
  ]);
  for (const wrong of [
    'proxy.internal',
    'loopback',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    'fd00::/129',
    '10.0.0.0/255.0.0.0',
    '10.0.0.1/8/8',
    '10.0.0.256',
    'fe80::1%eth0',
    '*',
    'true',
    '1',
  ]) {
    expect(() => proxies(`10.0.0.1,${wrong}`), wrong).toThrow(ConfigurationError);
    expect(() => proxies(wrong), wrong).toThrow(/AGENT_HOME_TRUSTED_PROXIES/);
  }
});
