import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallTicket, PreparedCall, ToolOutcome, ToolProvider } from '@agent-home/agent-runtime';
import { decodeMarkdown, policySha256 } from '@agent-home/agent-runtime/definition';
import { type RunList, roles } from '@agent-home/http-contract';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { admitUser, beginUserSession, inviteUser } from '@agent-home/platform';
import { createModelPort, FileRunStore, fixedPlace, Vault } from '@agent-home/runtime-node';
import {
  HomeApprovals,
  mirrorRuns,
  type SessionPorts,
  TopicSession,
} from '@agent-home/runtime-node/resident';
import { connect, createIdentity } from '@agent-home/sdk';
import { bearer } from '../../../support/bearer.ts';
import { eventually } from '../../../support/eventually.ts';
import { newOwner } from '../../../support/look.ts';
import { type MailServer, mailPassword, startMailServer } from '../../../support/mail-server.ts';
import { agentOf, getRuns } from '../../../support/mirrored-runs.ts';
import { policyText } from '../../../support/policy-texts.ts';
import { plainCard } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { getFile } from '../../../system/end-to-end/file-residents/resident-stage.ts';
import { account, canaries, collectTraces } from '../leaked-secrets/canaries.ts';
import { EchoingTools } from '../leaked-secrets/echoing-tools.ts';
import {
  readablePaths,
  readBucket,
  readResponses,
  readTables,
  type Sinks,
  type Viewers,
} from './home-sinks.ts';

const quoted = JSON.stringify;
/** Text that the resident's policy redacts. */
const redacted = `code-${randomBytes(12).toString('hex')}`;

/** Gives the redacted text by itself, and is only called after an approval in the home. */
class ReportingTools implements ToolProvider {
  readonly source = 'native';

  async tools() {
    return ['report', 'confirmed'].map((name) => ({
      ...{ name, aliases: [], source: 'native' as const, description: 'Reports.' },
      parameters: { type: 'object' },
      risk: name === 'report' ? ('low' as const) : ('high' as const),
      ...{ sideEffects: true, idempotent: false, prepares: false, timeoutMs: 5_000 },
    }));
  }

  async invoke(ticket: CallTicket, call: PreparedCall): Promise<ToolOutcome> {
    ticket.open(call);
    const text = `The code is ${redacted}.`;
    return { status: 'ok', content: [{ type: 'text', text }], metadata: { code: redacted } };
  }

  async close(): Promise<void> {}
}

/** Calls, one for each run. The last one waits for an approval in the home. */
const calls: [tool: string, args: Record<string, string>][] = [
  ['echo', { secret: 'vault://variable' }],
  ['echo', { secret: 'vault://command' }],
  ['echo', { secret: 'vault://file' }],
  ['echo', { secret: 'vault://account' }],
  ['echo', { secret: redacted }],
  ['breaking', { secret: 'vault://variable' }],
  ['stranger', { secret: 'vault://file' }],
  ['report', { [canaries.variable]: canaries.file, text: redacted }],
  ['confirmed', { text: `${canaries.file} and ${redacted}`, secret: canaries.variable }],
];
const everything = [...Object.values(canaries), redacted].join(' and ');

/** The model repeats every secret: as a thought, to the topic and as arguments. Without a rule, the last runs fail. */
const script = `rules:\n${calls
  .map(
    ([tool, args], count) =>
      `  - when: { system: 'call ${count};', count: 0 }\n    answer: ${quoted({
        ...{ thought: `It is ${everything}.`, text: `I know ${everything}.`, chunk: 5 },
        calls: [
          ...(tool === 'confirmed'
            ? []
            : [{ tool: 'home__say', arguments: { text: `Heard of ${everything}.` } }]),
          { tool, arguments: args },
        ],
      })}\n`,
  )
  .join(
    '',
  )}  - when: { system: 'call' }\n    answer: ${quoted({ text: `Done with ${everything}.`, chunk: 7 })}\n`;

export interface PlayedHome {
  sinks: Sinks;
  runs: number;
  /** Searched secrets by their names. */
  secrets: Record<string, string>;
  home: TestHome;
  mail: MailServer;
  hook: string;
  /** Reads every place again. */
  read(): Promise<Sinks>;
  close(): Promise<void>;
}

/** Returns sink and secret of each finding. */
export function findSecrets(sinks: Sinks, secrets: Readonly<Record<string, string>>): string[] {
  const traces = Object.entries(secrets).map(
    ([name, secret]) => [name, secret in { [redacted]: 1 } ? [secret] : collectTraces(secret)] as const,
  );
  return Object.entries(sinks).flatMap(([sink, text]) =>
    traces.flatMap(([name, some]) =>
      some.some((trace) => text.includes(trace)) ? [`${sink}: ${name}`] : [],
    ),
  );
}

/** Runs a resident whose model and tools repeat secrets, mirrors it into a home, and reads every place that a home has. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one scene, read from its beginning to its end
export async function playHome(plant: (ports: SessionPorts) => void = () => {}): Promise<PlayedHome> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-board-'));
  const received: string[] = [];
  const log: string[] = [];
  const mail = await startMailServer();
  const receiver = createServer(async (incoming, response) => {
    let text = quoted(incoming.headers);
    for await (const chunk of incoming) text += String(chunk);
    received.push(text);
    response.end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const home = await startHome({
    logTo: { write: (line) => void log.push(line) },
    environment: {
      LOG_LEVEL: 'trace',
      AGENT_HOME_ADMISSION: 'automatic',
      AGENT_HOME_ALERTS_PRIVATE_NETWORK: 'on',
      AGENT_HOME_ALERTS_SECONDS: '0.2',
      AGENT_HOME_SMTP_URL: mail.url,
      AGENT_HOME_MAIL_FROM: 'home@home.example',
    },
  });
  const owner = await newOwner(home, 'olga');
  const other = await newOwner(home, 'otto');
  const stranger = await agentOf(home, 'moth', other);
  const asOwner = async (method: string, path: string, body: object) => {
    const headers = { ...bearer(owner), 'content-type': 'application/json' };
    const response = await fetch(`${home.url}${path}`, { method, headers, body: quoted(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
  };
  const email = 'olga@mail.example';
  await asOwner('PUT', '/v1/alerts', { url: hook, email, failing: true, approvals: true });
  const code = await eventually(() => {
    const found = /^Code: (\S+)/.exec(mail.received[0]?.text ?? '')?.[1];
    if (found === undefined) throw new Error('no code yet');
    return found;
  });
  await asOwner('POST', '/v1/alerts/confirmation', { code });
  await home.admin('POST', '/v1/admin/topics', {
    ...{ topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' },
  });

  const { secretKey } = createIdentity();
  const cache = { freshSeconds: 0, staleSeconds: 0 };
  const lamp = await connect({
    ...{ url: home.url, rootSet: home.rootSet, secretKey, agentId: 'lamp', cache },
    polling: { activeMs: 50, idleMs: 400 },
  });
  await lamp.register(plainCard, { ownerToken: owner });
  await lamp.requestAdmission();
  const bound = policyText('bound', [{ effect: 'deny', selector: { tool: 'bash' } }]);
  await asOwner('PUT', '/v1/agents/lamp/policies', { policies: [{ text: bound }] });
  await eventually(() => lamp.enterTopic('hall'), 20_000);
  await eventually(() => lamp.card('lamp'), 20_000);

  const secretFile = join(folder, 'secret-file');
  const accountFile = join(folder, 'account-file');
  await writeFile(secretFile, canaries.file, { mode: 0o600 });
  await writeFile(accountFile, account, { mode: 0o600 });
  const environment = {
    ...process.env,
    CANARY: canaries.variable,
    CANARY_MODEL: canaries.model,
    CANARY_SERVER: canaries.server,
    CANARY_HEADER: canaries.header,
    CANARY_REMOTE: canaries.remote,
  };
  const vault = new Vault(
    {
      variable: { env: 'CANARY', tools: ['echo', 'breaking'] },
      file: { file: secretFile, tools: ['echo'] },
      account: { file: accountFile, tools: ['echo'] },
      command: {
        command: [process.execPath, '-e', `console.log(${quoted(canaries.command)})`],
        tools: ['echo'],
      },
      model: { env: 'CANARY_MODEL' },
      server: { env: 'CANARY_SERVER' },
      header: { env: 'CANARY_HEADER' },
      remote: { env: 'CANARY_REMOTE' },
    },
    { environment, placeOf: fixedPlace(folder, environment) },
  );
  const emulator = await startModelEmulator({
    port: 0,
    keys: [canaries.model],
    scripts: loadScripts([{ file: 'board.yaml', text: script }]),
  });
  const logKey = randomBytes(32);
  const store = new FileRunStore(join(folder, 'runs'), { key: () => logKey });
  const stopping = new AbortController();
  const tell = (message: string, facts: object) => void log.push(message, quoted(facts));
  const spec = {
    rules: [{ effect: 'allow', action: 'tool.call', selector: { tool: '*' } }],
    redaction: { enabled: true, patterns: ['code-[0-9a-f]{24}'] },
  };
  let prompt = '';
  const ports: SessionPorts = {
    ...{ home: lamp, homeUrl: home.url, store, vault, log: tell, signal: stopping.signal },
    models: createModelPort(async (provider, name) => ({
      ...{ provider, name, url: `${emulator.url}/v1`, key: await vault.value('vault://model') },
      ...{ fallbacks: [], timeoutMs: 5_000 },
    })),
    providers: [new EchoingTools(), new ReportingTools()],
    approvals: new HomeApprovals({ home: lamp, log: tell, stopping: stopping.signal }),
    definition: async () => ({
      definition: decodeMarkdown(getFile('lamp', '{ deny: [] }', prompt)),
      sha256: 'b'.repeat(64),
      model: { provider: 'model-emulator', name: 'scripted', contextWindow: 200_000, reservedOutput: 1_024 },
      policies: [{ name: 'mine', version: '1.0.0', sha256: policySha256({ spec }), spec }],
      operator: {
        ...{ autoApprove: ['safe', 'low', 'medium', 'home.*'], unlocked: [] },
        ...{ approvalExpiresMs: 3_600_000, approvalsBy: 'home' },
      },
    }),
  };
  plant(ports);
  const mirroring = mirrorRuns({
    ...{ home: lamp, homeUrl: home.url, agentId: 'lamp', store, pollMs: 20 },
    ...{ file: join(folder, 'mirrored-runs'), log: tell, signal: stopping.signal },
  });

  const runIds: string[] = [];
  const wake = async (text: string) => {
    prompt = text;
    const session = new TopicSession(await lamp.enterTopic('hall'), ports);
    runIds.push((await session.wake({ kind: 'arrival', topicId: 'hall' })).runId);
  };
  // The failures come first, because a run that ends well would end the alert.
  for (const _ of [1, 2, 3]) await wake('No rule.');
  const alerted = () => mail.received.filter(({ to }) => to.includes(email));
  await eventually(() => {
    if (received.length < 1 || alerted().length < 2) throw new Error('no alert yet');
  }, 20_000);
  for (const count of calls.keys()) await wake(`call ${count};`);
  await eventually(() => {
    if (received.length < 2 || alerted().length < 3) throw new Error('no message on the pending call yet');
  }, 20_000);
  await eventually(async () => {
    const { items } = await getRuns<RunList>(home, owner, '/v1/runs?agent_id=lamp&limit=100');
    for (const runId of runIds) {
      const { lines } = await store.read(runId);
      const copied = items.find(({ run_id }) => run_id === runId)?.next_seq;
      if (copied !== lines.length) throw new Error(`the home has ${copied} of ${lines.length} records`);
    }
  }, 60_000);

  const viewers: Viewers = {
    'a visitor': () => ({}),
    'the owner': () => bearer(owner),
    'another owner': () => bearer(other),
    'an admin token': () => bearer(home.secrets.adminToken),
    'another agent': (path) => stranger.sign('GET', path, undefined),
    ...(await userSessions(home)),
  };
  const approvals = await getRuns<{ items: { approval_id: string }[] }>(
    home,
    owner,
    '/v1/approvals?state=pending',
  );
  const paths = readablePaths({
    run_id: runIds,
    agent_id: ['lamp', 'moth'],
    topic_id: ['hall'],
    owner_id: ['olga'],
    approval_id: approvals.items.map(({ approval_id }) => approval_id),
  }).map((path) => (path.endsWith('/records') ? `${path}?limit=200` : path));
  const read = async (): Promise<Sinks> => ({
    ...(await readTables(home)),
    ...(await readBucket(home)),
    ...(await readResponses(home, paths, viewers)),
    webhooks: received.join('\n'),
    mails: mail.received.map(({ raw, text }) => `${raw}\n${text}`).join('\n'),
    logs: log.join('\n'),
  });
  return {
    ...{ sinks: await read(), runs: runIds.length, home, mail, hook, read },
    secrets: {
      ...canaries,
      redacted,
      'key of the agent': Buffer.from(secretKey).toString('hex'),
      'key of its logs': logKey.toString('hex'),
      'token of the owner': owner,
      'token of the admin': home.secrets.adminToken,
      'password of the mail server': `padding--${mailPassword}`,
    },
    async close() {
      stopping.abort();
      await mirroring;
      await lamp.close();
      await Promise.all([emulator.close(), home.close()]);
      await mail.close();
      receiver.closeAllConnections();
      receiver.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns one signed-in user of each role. */
async function userSessions(home: TestHome): Promise<Viewers> {
  const { platform } = home.open;
  const viewers: Record<string, () => Record<string, string>> = {};
  for (const role of roles) {
    const invitation = { role, hours: 1, ...(role === 'owner' ? { owner_id: 'olga' } : {}) };
    const { secret } = await inviteUser(platform, invitation);
    const identity = { issuer: 'https://provider.example', subject: role, name: role };
    const { userId } = await admitUser(platform, identity, secret);
    const session = await beginUserSession(platform, userId);
    viewers[`a user as ${role}`] = () => ({ cookie: `agent_home_session=${session.secret}` });
  }
  return viewers;
}
