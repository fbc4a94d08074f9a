import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { RootSet } from '@agent-home/protocol';
import { freePort, startPostgres } from '@agent-home/testkit';
import { minioTools } from '../../infra/minio/build-tools.ts';
import { AgentHomeProcess } from './child-process.ts';
import { type ComposeService, parseEnvironmentFile, readComposeFile, repository } from './compose-file.ts';
import { ComposePart, localised, type Replacements, runOnce } from './compose-part.ts';
import { imageFolder } from './image-folder.ts';
import { startNginxProxy } from './nginx-proxy.ts';

const run = promisify(execFile);
const cli = ['node', 'apps/cli/bin/agent-home.js'];

/** One of our processes beside the service it is an instance of. */
export interface OwnProcess {
  process: AgentHomeProcess;
  service: ComposeService;
}

export interface ComposeHome {
  apiUrls: string[];
  /** Where agents reach the store. */
  storeUrl: string;
  rootSet: RootSet;
  adminToken: string;
  apis: OwnProcess[];
  workers: OwnProcess[];
  proxy: ComposeService;
  /** What `keys init` printed at first. */
  keysSaid: string;
  initKeysAgain(): Promise<{ rootSet: RootSet }>;
  close(): Promise<void>;
}

/** What `make-environment.sh` prints, as an operator would put it into `.env`. */
export async function madeUpEnvironment(): Promise<Record<string, string>> {
  const { stdout } = await run('sh', [`${repository}infra/container/make-environment.sh`]);
  return parseEnvironmentFile(stdout);
}

/**
 * The services of docker-compose.yml without containers: the same commands, environments and health checks, with
 * loopback addresses for host names and a folder for the volumes; two apis and two workers.
 */
export async function startComposeHome(): Promise<ComposeHome> {
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of closing.reverse()) await end();
  };
  try {
    return await start(closing, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(closing: (() => Promise<void>)[], close: () => Promise<void>): Promise<ComposeHome> {
  const folder = await mkdtemp('/var/tmp/agent-home-test-');
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  for (const name of ['redis', 'minio']) await mkdir(join(folder, name));
  const { mc } = await minioTools();
  const path = `${dirname(mc)}:${process.env.PATH ?? ''}`;
  const [redisPort, minioPort] = [await freePort(), await freePort()];
  const apiPorts = [await freePort(), await freePort()];

  const variables = await madeUpEnvironment();
  const { environment } = serviceOf(await readComposeFile(variables), 'postgres');
  const postgres = await startPostgres({
    dataDirectory: join(folder, 'postgres'),
    password: environment.POSTGRES_PASSWORD ?? '',
  });
  closing.push(() => postgres.stop());
  await postgres.createDatabase(environment.POSTGRES_DB ?? '');
  const hosts: Replacements = [
    ['@postgres:5432', `@${new URL(postgres.url('postgres')).host}`],
    ['@redis:6379', `@127.0.0.1:${redisPort}`],
    ['http://minio:9000', `http://127.0.0.1:${minioPort}`],
    ['http://api:4600', `http://127.0.0.1:${apiPorts[0]}`],
    ['0.0.0.0', '127.0.0.1'],
    ['/var/lib/agent-home/keys', join(folder, 'keys')],
  ];
  const before = await readComposeFile(variables);
  const local = (name: string, ...more: Replacements) =>
    localised(serviceOf(before, name), [...hosts, ...more]);

  const redis = local('redis', ['6379', String(redisPort)], ['/data', join(folder, 'redis')]);
  const minio = local(
    'minio',
    [':9000"', `:${minioPort}"`],
    ['"/data"', JSON.stringify(join(folder, 'minio'))],
    ['/tmp/mc', join(folder, 'mc')],
  );
  const parts = [
    new ComposePart(redis, redis.command),
    new ComposePart(
      { ...minio, environment: { ...minio.environment, HOME: folder } },
      ['minio', ...minio.command],
      path,
    ),
  ];
  closing.push(...parts.map((part) => () => part.stop()));
  await Promise.all(parts.map((part) => part.start()));
  const proxy = await startNginxProxy(`http://127.0.0.1:${minioPort}`);
  closing.push(proxy.stop);

  // Where agents reach things is the operator's to say, and here it is known only now.
  const file = await readComposeFile({
    ...variables,
    AGENT_HOME_STORE_URL: proxy.endpoint,
    AGENT_HOME_AUTHORITIES: apiPorts.map((port) => `127.0.0.1:${port}`).join(','),
    AGENT_HOME_ADMISSION: 'automatic',
  });
  const placed = (name: string, ...more: Replacements) =>
    localised(serviceOf(file, name), [...hosts, ...more]);
  const bootstrap = ['node', '--import', 'tsx', 'infra/minio/bootstrap-home.ts'];
  const once = { cwd: await imageFolder(join(folder, 'image')), path };
  const keys = placed('keys');
  const [keysSaid] = await Promise.all([
    runOnce([...cli, ...keys.command], keys.environment, once),
    runOnce(bootstrap, placed('minio-bootstrap').environment, once),
  ]);

  const apis = apiPorts.map((port) => ownProcess(placed('api', ['"4600"', `"${port}"`])));
  const workers = [1, 2].map((number) =>
    ownProcess(placed('worker', ['/tmp/worker-pulse', join(folder, `pulse-${number}`)])),
  );
  const own = [...apis, ...workers];
  closing.push(async () => void (await Promise.all(own.map((one) => one.process.stop()))));
  await Promise.all(own.map((one) => one.process.start()));
  const readRootSet = async () => JSON.parse(await readFile(join(folder, 'keys', 'root.json'), 'utf8'));
  const label = ['token', 'create', 'test'];
  const token = await runOnce([...cli, ...label], apis[0]?.service.environment ?? {}, once);
  return {
    apiUrls: apiPorts.map((port) => `http://127.0.0.1:${port}`),
    storeUrl: proxy.endpoint,
    rootSet: await readRootSet(),
    adminToken: token.trim(),
    apis,
    workers,
    proxy: placed('proxy', ['127.0.0.1:9000', new URL(proxy.endpoint).host]),
    keysSaid,
    async initKeysAgain() {
      await runOnce([...cli, ...keys.command], keys.environment, once);
      return { rootSet: await readRootSet() };
    },
    close,
  };
}

function ownProcess(service: ComposeService): OwnProcess {
  const environment = { ...service.environment, ...quick };
  return { process: new AgentHomeProcess(service.command, environment), service };
}

/** Shorter than a real home's, so that what a kill loses is found within a test's patience. */
const quick = {
  LOG_LEVEL: 'warn',
  AGENT_HOME_SWEEP_SECONDS: '0.5',
  AGENT_HOME_SWEEP_FIRST_SECONDS: '1',
  AGENT_HOME_SWEEP_MAX_SECONDS: '2',
  AGENT_HOME_DEADLINE_GRACE_SECONDS: '1',
};

function serviceOf(file: { services: Record<string, ComposeService> }, name: string): ComposeService {
  const service = file.services[name];
  if (!service) throw new Error(`docker-compose.yml has no service ${name}`);
  return service;
}
