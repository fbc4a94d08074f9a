import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAliyunBucketProtection } from '@agent-home/object-store';
import { protectBucket, storeToken } from '@agent-home/platform';
import { findPostgresBinaries, freePort } from '@agent-home/testkit';
import { openPlatform } from '../compose/open-platform.ts';
import { startApiOf, startWorkerOf } from '../compose/start-processes.ts';
import type { Settings } from '../configuration/read-settings.ts';
import { lockDataDirectory } from '../local/data-lock.ts';
import { openFirstTopics } from '../local/first-topics.ts';
import { eventUrl, type LocalServices, startLocalServices } from '../local/local-home.ts';
import type { LocalPlaces } from '../local/local-places.ts';
import { refuseOthers, tellable } from '../local/local-variables.ts';
import { residentsPace, startResidents } from '../local/residents.ts';
import { announceRunning } from '../local/running-file.ts';
import { type BucketFlags, readBucketFlags } from './bucket-flags.ts';
import { ClosingStack } from './closing-stack.ts';
import { runUntilStopped, whenStopped } from './run-until-stopped.ts';

/** `agent-home up`: everything on one machine, from nothing or from what the data folder holds. */
export async function up(wished: LocalPlaces, options: BucketFlags & { residents: boolean }): Promise<void> {
  const startedAt = Date.now();
  // Before a folder is made for what cannot start, or anything is asked of whoever cannot have it here.
  await findPostgresBinaries();
  refuseOthers(process.env);
  const bucket = await readBucketFlags(options);
  const lineSeconds = residentsPace(process.env);
  // Its name is signed for with its port: told any, it has to know which before it listens.
  const places = wished.apiPort === 0 ? { ...wished, apiPort: await freePort() } : wished;
  await mkdir(places.dataDirectory, { recursive: true });
  const stopped = whenStopped();
  const closing = new ClosingStack();
  try {
    const unlock = await lockDataDirectory(places.dataDirectory);
    closing.push(unlock);
    const services = await startLocalServices(places, process.env);
    closing.push(() => services.close());
    const open = await openPlatform(services.settings, 'home');
    closing.push(() => open.close());
    await storeToken(open.platform.database, services.secrets.adminToken, 'token_local_admin', {
      role: 'admin',
      label: 'admin of this machine',
    });
    const api = await startApiOf(open, services.settings, bucket);
    closing.push(() => api.close());
    services.emulator.setEvents({ url: eventUrl(places, services.secrets) });
    await protectLocalBucket(services.settings);
    const worker = await startWorkerOf(open, services.settings, bucket);
    closing.push(() => worker.close());
    await openFirstTopics(open.platform);
    if (options.residents) {
      const residents = startResidents({
        url: api.url,
        rootSet: open.keys.rootSet,
        folder: join(places.dataDirectory, 'residents'),
        platform: open.platform,
        lineSeconds,
        log: (message, err) => open.platform.log.warn({ err }, message),
      });
      closing.push(() => residents.close());
    }
    const { postgres, emulator, chosen } = services;
    closing.push(
      await announceRunning(places, {
        api_port: places.apiPort,
        database_port: postgres.port,
        oss_endpoint: emulator.ossEndpoint,
        sts_endpoint: emulator.stsEndpoint,
        certificate_url: emulator.certificateUrl,
        variables: tellable(chosen),
      }),
    );
    console.log(banner(places, api.url, services, { startedAt, ...options }));
  } catch (error) {
    // PostgreSQL would go on alone, and keep the next start out.
    await closing.close();
    throw error;
  }
  await runUntilStopped(() => {
    console.log('\nclosing …');
    return closing.close();
  }, stopped);
}

/** As an operator does with `bucket protect`, and there is none here. */
async function protectLocalBucket({ store, platformKey, forbidOverwrite: scope }: Settings): Promise<void> {
  if (store.kind !== 'aliyun') return;
  const protection = createAliyunBucketProtection({ ...store.place, credentials: platformKey });
  await protectBucket(protection, { roleArn: store.sts.roleArn, scope });
}

function banner(
  places: LocalPlaces,
  apiUrl: string,
  { emulator, settings }: LocalServices,
  { startedAt, residents }: { startedAt: number; residents: boolean },
): string {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const { admission } = settings.platform;
  return `
Agent Home is up (${seconds} s)

  page           ${apiUrl}            ${settings.anonymousPage ? 'for people; the office wants the admin token' : 'people sign in first (AGENT_HOME_ANONYMOUS_PAGE=off)'}
  API            ${apiUrl}/v1         description at ${apiUrl}/openapi.json
  OSS emulator   ${emulator.ossEndpoint}
  STS emulator   http://${emulator.stsEndpoint}
  data           ${places.dataDirectory}    (root of trust: keys/root.json, admin token: secrets.json)
  admission      ${admission === 'manual' ? 'you decide on every agent, in the office (AGENT_HOME_ADMISSION=manual)' : 'automatic: every agent that asks is let in'}

${residents ? toWatch : nobody}
Ctrl-C stops everything; npm start brings it all back.
`;
}

const toWatch = `Eight residents live here. In another terminal:

  npm run agent-home -- topic watch round-table        follow a turn queue, each line verified
  npm run agent-home -- topic watch crosstalk-0001     相声; also debate-, idiom-chain- and poetry-duel-0001
  npm run agent-home -- topic watch skit-0001          a play; later thread-, banter-, slots-, drum-, collab-0001
  npm run agent-home -- topic watch commons            a free conversation; also intros-0001, check-in-0001
  npm run agent-home -- topic replay round-table       judge it all again, byte for byte
`;

const nobody = `Nobody lives here (--no-residents): the topics commons and round-table are open to agents that register.
`;
