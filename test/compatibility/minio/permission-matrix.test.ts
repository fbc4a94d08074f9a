import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCell } from '../../security/matrix/expected/expect-cell.ts';
import { settleHome } from '../../security/matrix/live/live-home.ts';
import { type ArmedSample, armSample, expectNoDifference } from '../../security/matrix/live/put-to-store.ts';
import { tryCells } from '../../security/matrix/live/try-cells.ts';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';
import { startNginxProxy } from '../../support/nginx-proxy.ts';
import { setStage } from '../../support/stories/stage.ts';
import { minioStore } from '../../support/stories/store-under-test.ts';
import { measuredTimeFactor } from '../../support/time-factor.ts';
import { tryAtS3 } from './try-at-s3.ts';

let minio: MinioHome;
let proxy: Awaited<ReturnType<typeof startNginxProxy>>;
let sample: ArmedSample;

beforeAll(async () => {
  minio = await startMinioHome({
    AGENT_HOME_REQUESTS_PER_MINUTE: '1000000',
    AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '1000000',
  });
  proxy = await startNginxProxy(minio.minio.endpoint);
  const situations = await settleHome(await setStage(minio.home, minioStore(minio)));
  sample = await armSample(minio.home, situations, 's3');
}, 240_000 * measuredTimeFactor());
afterAll(async () => {
  await proxy?.stop();
  await minio?.close();
});

describe('the permission matrix on MinIO', () => {
  it('MinIO itself answers a covering sample by the policies', {
    timeout: 180_000,
  }, async () => {
    const { region, bucket, endpoint } = minio.minio;
    const byPolicy = await tryCells(
      sample.cells,
      ({ answer, refusedBy }) => answer === 'allowed' || refusedBy === 'proxy',
      tryAtS3({ endpoint, region, bucket }),
    );
    expectNoDifference('s3', sample, byPolicy);
  });

  it('agents behind the proxy can do what the table says', {
    timeout: 180_000,
  }, async () => {
    const { region, bucket } = minio.minio;
    // The proxy only removes rights, so cells that the policies refused above are skipped.
    const open = sample.cells.filter(({ cell }) => {
      const { answer, refusedBy } = expectCell(cell);
      return answer === 'allowed' || refusedBy === 'proxy';
    });
    const tried = await tryCells(
      open,
      ({ answer }) => answer === 'allowed',
      tryAtS3({ endpoint: proxy.endpoint, region, bucket, isProxy: true }),
    );
    expect(tried.differences, JSON.stringify(tried.differences.slice(0, 20), null, 2)).toEqual([]);
    expect(tried.allowed).toBeGreaterThan(200);
    expect(tried.cells - tried.allowed).toBeGreaterThan(30);
  });
});
