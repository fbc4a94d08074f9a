import { join } from 'node:path';
import { eventEndpoints, pathTo } from '@agent-home/http-contract';
import type { OssEmulator, OssEmulatorOptions } from '@agent-home/oss-emulator';
import type { LocalPlaces } from '../../state/local-places.ts';
import { agentRolePolicy, platformUserPolicy } from './local-policies.ts';
import type { LocalSecrets } from './local-secrets.ts';

/** Path below the data folder. */
export const bucketFolder = 'oss';
const localBucket = 'agent-home';
export const localIssuer = 'agent-home.local';
const roleArn = 'acs:ram::1000000000000001:role/agent-home-agent';

/** Returns the options for the emulator as this home's OSS and STS. */
export function emulatorOptions(places: LocalPlaces, secrets: LocalSecrets): OssEmulatorOptions {
  return {
    dataDirectory: join(places.dataDirectory, bucketFolder),
    ossPort: places.ossPort,
    stsPort: places.stsPort,
    bucket: localBucket,
    users: [
      {
        name: 'agent-home-platform',
        accessKeyId: secrets.platformAccessKeyId,
        accessKeySecret: secrets.platformAccessKeySecret,
        policy: platformUserPolicy(localBucket, roleArn),
      },
    ],
    roles: [{ arn: roleArn, policy: agentRolePolicy(localBucket), trusts: ['agent-home-platform'] }],
  };
}

/** Returns the URL for the emulator's events. */
export function eventUrl(places: LocalPlaces, secrets: LocalSecrets): string {
  const path = pathTo(eventEndpoints.pushFromOss, { params: { token: secrets.eventToken } });
  return `http://127.0.0.1:${places.apiPort}${path}`;
}

/** Returns the environment of a process of this home, with the same variables as in production. */
export function localEnvironment(
  places: LocalPlaces,
  secrets: LocalSecrets,
  services: {
    databaseUrl: string;
    emulator: Pick<OssEmulator, 'ossEndpoint' | 'stsEndpoint' | 'certificateUrl'>;
  },
): Record<string, string> {
  return {
    AGENT_HOME_ISSUER: localIssuer,
    DATABASE_URL: services.databaseUrl,
    OSS_ENDPOINT: services.emulator.ossEndpoint,
    OSS_REGION: 'cn-local',
    OSS_BUCKET: localBucket,
    OSS_PATH_STYLE: 'true',
    STS_ENDPOINT: services.emulator.stsEndpoint,
    STS_PROTOCOL: 'http',
    PLATFORM_ACCESS_KEY_ID: secrets.platformAccessKeyId,
    PLATFORM_ACCESS_KEY_SECRET: secrets.platformAccessKeySecret,
    AGENT_ROLE_ARN: roleArn,
    AGENT_HOME_KEYS: join(places.dataDirectory, 'keys'),
    AGENT_HOME_PORT: String(places.apiPort),
    AGENT_HOME_EVENT_TOKENS: secrets.eventToken,
    SMQ_CERTIFICATE_HOSTS: '',
    SMQ_CERTIFICATE_URLS: services.emulator.certificateUrl,
    AGENT_HOME_ADMISSION: 'automatic',
    // It listens on this machine only.
    AGENT_HOME_ANONYMOUS_PAGE: 'on',
  };
}
