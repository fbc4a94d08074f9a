import OSS from 'ali-oss';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { IssuedCredential } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { setStage } from '../../../support/stories/stage.ts';
import type { StoreUnderTest } from '../../../support/stories/store-under-test.ts';
import type { TestHomeOptions } from '../../../support/test-home-options.ts';
import { settleHome } from './live-home.ts';
import type { LiveSituation } from './live-situation.ts';
import { armSample, expectNoDifference } from './put-to-store.ts';
import { tryAtOss } from './try-at-oss.ts';
import { tryCells } from './try-cells.ts';

const generous = {
  AGENT_HOME_REQUESTS_PER_MINUTE: '1000000',
  AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '1000000',
};

/** Tests the sample on a store that speaks OSS: the emulator, or with other `options` an account at Alibaba. */
export function askMatrixOnOss(options: () => TestHomeOptions): void {
  let home: TestHome;
  let situations: LiveSituation[];

  beforeAll(async () => {
    const { environment, ...rest } = options();
    home = await startHome({ ...rest, environment: { ...generous, ...environment } });
    situations = await settleHome(await setStage(home, createStore(home)));
  }, 600_000);
  afterAll(() => home?.close());

  describe('the permission matrix on OSS', () => {
    it('a covering sample of cells meets the table over ali-oss', {
      timeout: 600_000,
    }, async () => {
      const sample = await armSample(home, situations, 'oss');
      const tryAt = tryAtOss((credential) => openOss(home, credential));
      const tried = await tryCells(sample.cells, ({ answer }) => answer === 'allowed', tryAt);
      expectNoDifference('oss', sample, tried);
    });
  });
}

function openOss(home: TestHome, credential: IssuedCredential): OSS {
  const { store } = home.settings.platform;
  return new OSS({
    endpoint: store.endpoint,
    region: store.region,
    bucket: store.bucket,
    accessKeyId: credential.access_key_id,
    accessKeySecret: credential.access_key_secret,
    stsToken: credential.security_token,
    authorizationV4: true,
    sldEnable: store.kind === 'aliyun' && store.path_style,
    retryMax: 0,
    // Credentials are not renewed, so an agent's rights end with them.
    refreshSTSTokenInterval: 86_400_000,
  } as OSS.Options);
}

function createStore(home: TestHome): StoreUnderTest {
  return {
    deniedCode: 'AccessDenied',
    open(credential) {
      const oss = openOss(home, credential);
      return {
        put: (key, bytes) => oss.put(key, bytes),
        get: async (key) => new Uint8Array((await oss.get(key)).content as Buffer),
      };
    },
  };
}
