import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@agent-home/local-postgres';
import { storeToken } from '@agent-home/platform';
import { type Signer, signerOf } from '@agent-home/protocol';
import { connect } from '@agent-home/sdk';
import { openPlatform } from '../../../apps/cli/src/home/compose/open-platform.ts';
import { startApiProcess, startWorkerProcess } from '../../../apps/cli/src/home/compose/start-processes.ts';
import { eventUrl } from '../../../apps/cli/src/home/local/local-emulator.ts';
import { startLocalServices } from '../../../apps/cli/src/home/local/local-home.ts';
import { callAdmin } from '../../support/call-admin.ts';
import { writeClientPackages } from '../../support/write-client-packages.ts';

interface FuzzedHome {
  url: string;
  adminToken: string;
  ownerToken: string;
  agent: Signer;
  /** Log messages that report a fault. */
  faults: string[];
  close(): Promise<void>;
}

/** Requests per minute from one address and one agent. */
const unlimited = '100000000';

/** Starts a home like `npm start`, with every kind of content and without request limits. */
export async function startFuzzedHome(): Promise<FuzzedHome> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'agent-home-fuzz-'));
  const places = { dataDirectory, apiPort: await freePort(), ossPort: 0, stsPort: 0, modelPort: 0 };
  const faults: string[] = [];
  const logTo = { write: (line: string) => void (/"level":[56]0/.test(line) && faults.push(line)) };
  const services = await startLocalServices(places, {
    AGENT_HOME_PACKAGES: await writeClientPackages(join(dataDirectory, 'packages')),
    AGENT_HOME_REQUESTS_PER_MINUTE: unlimited,
    AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: unlimited,
    AGENT_HOME_PROPOSALS_PER_DAY: unlimited,
  });
  const open = await openPlatform(services.settings, 'fuzz', logTo);
  const { adminToken } = services.secrets;
  const admin = { role: 'admin', label: 'fuzz' } as const;
  await storeToken(open.platform.database, adminToken, 'token_fuzz_admin', admin);
  const api = await startApiProcess(open, services.settings);
  services.emulator.setEvents({ url: eventUrl(places, services.secrets) });
  const worker = await startWorkerProcess(open, services.settings);
  const ask = (method: string, path: string, body: unknown) =>
    callAdmin(api.url, adminToken, method, path, body);
  const ownerToken = await furnish(ask);
  const secretKey = randomBytes(32);
  for (const [agentId, key] of [
    ['fuzz-agent', secretKey],
    ['fuzz-other', randomBytes(32)],
  ] as const) {
    const home = await connect({ url: api.url, rootSet: open.keys.rootSet, secretKey: key, agentId });
    const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };
    await home.register({ name: agentId, personality });
    await home.requestAdmission();
    await (await home.enterTopic('hall')).say(`${agentId} says something worth looking for`);
    await home.close();
  }
  return {
    url: api.url,
    adminToken,
    ownerToken,
    agent: signerOf(secretKey),
    faults,
    async close() {
      await worker.close();
      await api.close();
      await open.close();
      await services.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

type Ask = (method: string, path: string, body: unknown) => Promise<Record<string, unknown>>;

/** Creates something of each kind, under the ids that `hooks.py` knows. Returns an owner's token. */
async function furnish(ask: Ask): Promise<string> {
  const topics = [
    { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' },
    { topic_id: 'queue', title: 'Queue', visibility: 'public', mode: 'turn_queue' },
    {
      topic_id: 'duel',
      title: 'Duel',
      visibility: 'public',
      mode: 'poetry_duel',
      rules: { themes: ['moon'] },
    },
    { topic_id: 'cellar', title: 'Cellar', visibility: 'invite', mode: 'freeform', allowlist_agent_ids: [] },
  ];
  await ask('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
  for (const topic of topics) await ask('POST', '/v1/admin/topics', topic);
  await ask('POST', '/v1/admin/tasks', { task_id: 'work', title: 'Work', visibility: 'public' });
  await ask('POST', '/v1/admin/tasks', { task_id: 'secret', title: 'Secret', visibility: 'invite' });
  for (const [circle_id, membership_mode] of [
    ['club', 'open'],
    ['guild', 'approval'],
  ])
    await ask('POST', '/v1/admin/circles', { circle_id, name: circle_id, membership_mode });
  const made = await ask('POST', '/v1/admin/tokens', { role: 'owner', owner_id: 'olga', label: 'fuzz' });
  return String(made.token);
}
