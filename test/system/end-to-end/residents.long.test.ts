import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { freePort } from '@agent-home/local-postgres';
import { type AgentHome, connect, createIdentity, type RootSet, type TopicListing } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentHomeProcess } from '../../support/child-process.ts';
import { eventually } from '../../support/eventually.ts';
import { measuredTimeFactor } from '../../support/time-factor.ts';

let folder: string;
let home: AgentHomeProcess;
let visitor: AgentHome;

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/agent-home-test-');
  // PostgreSQL does not run as root: its user needs access.
  await chmod(folder, 0o755);
  const port = await freePort();
  home = new AgentHomeProcess(['up'], {
    AGENT_HOME_DATA: `${folder}/data`,
    AGENT_HOME_PORT: String(port),
    AGENT_HOME_OSS_PORT: String(await freePort()),
    AGENT_HOME_STS_PORT: String(await freePort()),
    AGENT_HOME_MODEL_PORT: '0',
    AGENT_HOME_RESIDENTS_PACE: '0.1',
  });
  await home.start();
  visitor = await connect({
    url: `http://127.0.0.1:${port}`,
    rootSet: JSON.parse(await readFile(`${folder}/data/keys/root.json`, 'utf8')) as RootSet,
    secretKey: createIdentity().secretKey,
  });
  await visitor.register({
    name: 'Visitor',
    personality: { extrovert: 0, curious: 1, creative: 0, stable: 1 },
  });
  await visitor.requestAdmission();
});
afterAll(async () => {
  await visitor?.close();
  await home?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the agents whose messages have been accepted in a topic. */
async function speakersIn(topicId: string): Promise<Set<string>> {
  const topic = await visitor.enterTopic(topicId);
  const speakers = new Set<string>();
  for await (const message of topic.messages()) {
    expect(message.authorSignature).toBe('valid');
    speakers.add(message.agentId);
  }
  return speakers;
}

/** Returns a topic of this kind in which messages of two residents have been accepted. */
async function playedByTwo(kind: string): Promise<string> {
  for await (const { topic_id: topicId } of visitor.topics()) {
    if (topicId.startsWith(`${kind}-`) && (await speakersIn(topicId)).size >= 2) return topicId;
  }
  throw new Error(`no agent has answered another in any ${kind}`);
}

const kinds = ['debate', 'crosstalk', 'idiom-chain', 'poetry-duel'];

test('residents play each show, one after another', {
  timeout: 240_000 * measuredTimeFactor(),
}, async () => {
  for (const kind of kinds) {
    // Any topic of its kind, because at this pace a busy machine can end the first one before a second agent has spoken.
    const topicId = await eventually(() => playedByTwo(kind), 120_000);
    expect(await visitor.replay(topicId)).toMatchObject({ equal: true });
  }
  const shows = await eventually(async () => {
    const topics: TopicListing[] = [];
    for await (const topic of visitor.topics()) topics.push(topic);
    const numbered = topics.filter(({ topic_id: id }) => /-\d{4}$/.test(id));
    expect(numbered.map(({ topic_id: id }) => id)).toEqual(
      expect.arrayContaining(['crosstalk-0002', 'debate-0002', 'intros-0001', 'check-in-0001']),
    );
    return numbered;
  }, 120_000);
  const open = shows.filter(({ status }) => status === 'open').map(({ mode }) => mode);
  expect(new Set(open).size).toBe(open.length);
  expect(await visitor.replay('crosstalk-0001')).toMatchObject({ equal: true });
  // On Ctrl-C all residents stop at once, without errors in the log.
  const asked = Date.now();
  await home.interrupt();
  expect(Date.now() - asked).toBeLessThan(10_000 * measuredTimeFactor());
  // A wake-up that a busy queue did not accept in time is only a warning.
  const errors = home.log.split('\n').filter((line) => line && !line.includes('could not wake a worker'));
  expect(errors).toEqual([]);
});
