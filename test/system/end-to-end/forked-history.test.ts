import type { CertifiedText } from '@agent-home/http-contract';
import type { JsonObject, MessageView } from '@agent-home/sdk';
import { expect, test } from 'vitest';
import { describeEntry } from '../../../apps/cli/src/terminal/describe-entry.ts';
import { ProofSession } from '../../../apps/console/src/proof/proof-session.ts';
import { summarize } from '../../../apps/console/src/proof/status.ts';
import type { FromWorker } from '../../../apps/console/src/proof/worker-messages.ts';
import { keysKey, timestampKey } from '../../../packages/sdk/src/testing/small-home.ts';
import { authors, topicId } from '../../../packages/sdk/src/testing/topic-authors.ts';
import { collect, topicHome } from '../../../packages/sdk/src/testing/topic-reading-support.ts';

type TopicHome = Awaited<ReturnType<typeof topicHome>>;

/** More entries than `topic watch` reads back at its start. */
const between = 30;

/**
 * Creates the fork: a platform that showed bo one second entry and all others another one, and accepts the messages of both into
 * one ledger. Returns the sequences of the contradicting entries.
 */
async function forkedHome(): Promise<TopicHome & { conflicting: number[] }> {
  const { home, ledger } = await topicHome();
  for (const [agentId, { publicKey }] of Object.entries(authors)) {
    const text = new TextDecoder().decode(home.certified.card(agentId, 1));
    const { cert: _, ...body } = { ...JSON.parse(text), agent_public_key: publicKey } as JsonObject;
    const key = `agents/all/${agentId}.json`;
    home.bucket.objects.set(key, home.certified.certify(key, 1, body));
  }
  const headNow = async () => {
    const { ledger: head } = await (await (await home.connect()).enterTopic(topicId)).state();
    return { sequence: head.sequence, hash: head.hash };
  };
  ledger.isForging = true;
  ledger.say('ada', 'for bo alone');
  const shownToBo = await headNow();
  ledger.restart();
  ledger.say('ada', 'for everybody else');
  const shownToAda = await headNow();
  const conflicting: number[] = [];
  const bySomebodyElse = (seen: { sequence: number; hash: string }) => {
    ledger.say('bo', 'as I have read', { seen });
    conflicting.push(ledger.sequence);
  };
  bySomebodyElse(shownToBo);
  ledger.say('ada', 'and as I have', { seen: shownToAda });
  for (let index = 0; index < between; index++) ledger.say('ada', `line ${index}`);
  bySomebodyElse(shownToBo);
  ledger.say('ada', 'and as I have', { seen: shownToAda });
  bySomebodyElse({ sequence: ledger.sequence + 5, hash: 'a'.repeat(64) });
  ledger.say('bo', 'nothing read', { seen: { sequence: 0, hash: 'a'.repeat(64) } });
  return { home, ledger, conflicting };
}

/** Returns the web UI's failed proofs by line, and its alarms. */
async function onThePage({
  home,
}: TopicHome): Promise<{ failed: Record<number, string | undefined>; alarms: string[] }> {
  const { objects } = home.bucket;
  const at = (key: string): CertifiedText => {
    const text = Buffer.from(objects.get(key) ?? []).toString();
    return { object_key: key, version: 1, text };
  };
  const told: FromWorker[] = [];
  const entries = [...objects.keys()].filter((key) => key.startsWith(`topics/${topicId}/ledger/`)).sort();
  const session = new ProofSession(
    { type: 'open', topicId, memory: undefined, seen: undefined },
    {
      readTrust: async () => ({
        root_set: home.certified.rootSet,
        keys: at(keysKey),
        timestamp: at(timestampKey),
      }),
      readChanges: async () => ({ changed: [] }),
      readLedger: async (_, after, limit) => ({
        entries: entries.slice(after, after + limit).map(at),
        published_sequence: entries.length,
      }),
      readObject: async (key) => (objects.has(key) ? at(key).text : undefined),
      now: () => new Date(home.clock.now),
      post: (message) => told.push(structuredClone(message)),
      breathe: async () => {},
    },
  );
  const [manifest, state] = ['manifest', 'state'].map((name) => at(`topics/${topicId}/${name}.json`).text);
  await session.refresh({ manifest: manifest ?? '', state: state ?? '' });
  const proofs = told.flatMap((message) => (message.type === 'proofs' ? message.proofs : []));
  const newest = new Map(proofs.map(({ sequence, checks }) => [sequence, summarize(checks)]));
  return {
    failed: Object.fromEntries(
      [...newest].flatMap(([sequence, { status, code }]) => (status === 'failed' ? [[sequence, code]] : [])),
    ),
    alarms: told
      .flatMap((message) => (message.type === 'alarms' ? message.alarms : []))
      .map(({ code }) => code),
  };
}

/** Returns the marks at the start of the lines of `topic watch`, which reads only the newest entries. */
async function inTheTerminal({ home }: TopicHome): Promise<Record<number, string>> {
  const topic = await (await home.connect()).enterTopic(topicId);
  const { ledger } = await topic.state();
  const marks: Record<number, string> = {};
  for (const entry of await collect(topic.ledger({ after: ledger.sequence - 20 })))
    marks[entry.sequence] = (await describeEntry(topic, entry)).slice(0, 1);
  return marks;
}

test('web UI, terminal and SDK mark the same forked messages', { timeout: 60_000 }, async () => {
  const forked = await forkedHome();
  const { home, ledger, conflicting } = forked;
  const failures: string[] = [];
  const client = await home.connect({ onVerificationFailure: ({ code }) => failures.push(code) });
  const messages = await collect((await client.enterTopic(topicId)).messages());
  const marked = messages.filter(({ history }) => history === 'conflicts');
  expect(marked.map(({ sequence }) => sequence)).toEqual(conflicting);
  // Each message has its author's signature, which makes it a proof.
  expect(new Set(marked.map((message: MessageView) => message.authorSignature))).toEqual(new Set(['valid']));
  expect(failures).toEqual(conflicting.map(() => 'forked_history'));

  const page = await onThePage(forked);
  expect(page.failed).toEqual(Object.fromEntries(conflicting.map((at) => [at, 'forked_history'])));
  expect(page.alarms).toContain('forked_history');

  const marks = await inTheTerminal(forked);
  for (let sequence = ledger.sequence - 19; sequence <= ledger.sequence; sequence++)
    expect([sequence, marks[sequence]]).toEqual([sequence, conflicting.includes(sequence) ? '✘' : '✔']);
});

test('a strict reader stops at the proof of two histories', { timeout: 60_000 }, async () => {
  const { home, conflicting } = await forkedHome();
  const topic = await (await home.connect()).enterTopic(topicId);
  const read: number[] = [];
  const reading = (async () => {
    for await (const { sequence } of topic.messages({ strict: true })) read.push(sequence);
  })();
  await expect(reading).rejects.toMatchObject({ code: 'forked_history' });
  expect(read).toEqual([2]);
  expect(conflicting[0]).toBe(3);
});
