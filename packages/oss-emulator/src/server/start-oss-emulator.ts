import type { OssServices } from '../operations/oss-request.ts';
import type { OssEmulator, OssEmulatorOptions } from '../options/options.ts';
import { removeExpired } from '../storage/apply-lifecycle.ts';
import { startStsServer } from '../sts/sts-server.ts';
import { defaults, defined, type Options, openParts, type Parts } from './emulator-parts.ts';
import { CERTIFICATE_PATH, startOssServer } from './oss-server.ts';

const LIFECYCLE_INTERVAL_MS = 60_000;
const BUCKET_NAME = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/**
 * Starts OSS and STS on localhost. Rejects if a port is in use, a policy is malformed, or the data directory contains foreign
 * files. One process at a time may use a data directory.
 */
export async function startOssEmulator(given: OssEmulatorOptions): Promise<OssEmulator> {
  if (!BUCKET_NAME.test(given.bucket)) throw new Error('the bucket name is not valid');
  const options = { ...defaults, ...defined(given) };
  const parts = await openParts(options);
  const oss = await startOss(options, parts);
  const ossEndpoint = `http://localhost:${oss.port}`;
  parts.certificate.url = `${ossEndpoint}${CERTIFICATE_PATH}`;
  const sts = await startSts(options, parts).catch(async (error) => {
    await oss.close();
    throw error;
  });
  const { services, events, certificate } = parts;
  const lifecycle = applyRepeatedly(services, options);
  return {
    ossEndpoint,
    stsEndpoint: `127.0.0.1:${sts.port}`,
    certificateUrl: certificate.url,
    applyLifecycle: () => removeExpired(services, options.clock()),
    setEvents: (target) => events.setTarget(target),
    async close() {
      lifecycle.stop();
      await Promise.all([oss.close(), sts.close()]);
      await events.close();
      await lifecycle.ended();
    },
  };
}

function startOss({ host, ossPort: port, clock, log, faults }: Options, parts: Parts) {
  const { services, credentials, identity } = parts;
  const certificatePem = async () => (await identity()).certificatePem;
  return startOssServer({
    host,
    port,
    services,
    credentials,
    certificatePem,
    clock,
    log,
    faults: faults?.store,
  });
}

function startSts({ host, stsPort: port, accountId, clock, log, ...options }: Options, parts: Parts) {
  const { credentials, tokens } = parts;
  return startStsServer({
    host,
    port,
    accountId,
    credentials,
    tokens,
    clock,
    log,
    assumeRolePerSecond: options.assumeRolePerSecond,
    faults: options.faults?.sts,
  });
}

function applyRepeatedly(services: OssServices, { clock, log }: Options) {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = removeExpired(services, clock()).catch((error) => {
      log({ service: 'lifecycle', fault: error instanceof Error ? error.message : 'unknown' });
    });
  }, LIFECYCLE_INTERVAL_MS);
  timer.unref();
  return { stop: () => clearInterval(timer), ended: () => running };
}
