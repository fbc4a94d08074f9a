import { tables } from '@agent-home/platform/database';
import type { AgentHome, VerificationFailure } from '@agent-home/sdk';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { every } from './every.ts';
import { published } from './ledger.ts';
import type { RestorableHome } from './restorable-home.ts';
import { sdkAgent } from './sdk-agent.ts';

/** An agent on the SDK that stays connected while the home fails, with the verification failures that it has seen. */
interface Witness {
  agent: AgentHome;
  refused: VerificationFailure[];
}

export async function witness(home: RestorableHome, agentId: string): Promise<Witness> {
  const refused: VerificationFailure[] = [];
  const stateDirectory = `${home.folder}/${agentId}`;
  const agent = await sdkAgent(home, agentId, {
    stateDirectory,
    onVerificationFailure: (failure) => refused.push(failure),
  });
  return { agent, refused };
}

/** Sends a message in a topic and waits until it is allowed, however long that takes. */
export async function say({ agent }: Witness, topicId: string, text: string): Promise<string> {
  return eventually(async () => {
    const topic = await agent.enterTopic(topicId);
    return (await topic.say(text)).objectKey;
  });
}

/** Returns the messages as a reader sees them, with the keys at which they were written. */
export async function linesIn({ agent }: Witness, topicId: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const { agentId, text } of (await agent.enterTopic(topicId)).messages())
    lines.push(`${agentId}: ${JSON.stringify(text)}`);
  return lines;
}

/** Requires that no object is pending, and the bucket equals the database in every platform object. */
export async function expectBucketIsDatabase(home: RestorableHome): Promise<void> {
  await published(home);
  await eventually(async () => {
    const { publishedObjects } = tables;
    const rows = await home.open.platform.database.select().from(publishedObjects);
    expect(rows.length).toBeGreaterThan(0);
    await every(rows.length, 8, async (index) => {
      const row = rows[index];
      if (!row) return;
      expect(row.confirmedVersion, row.objectKey).toBe(row.version);
      const { bytes } = await home.open.platform.store.get(row.objectKey, {
        maxBytes: 1_000_000,
        timeoutMs: 5_000,
      });
      expect(Buffer.from(bytes).toString(), row.objectKey).toBe(row.confirmedText);
    });
  });
}

/** Requires that no key is accepted twice, and none is judged again unless it was refused. */
export async function expectJudgedOnce(home: RestorableHome): Promise<void> {
  const { ledgerEntries } = tables;
  const rows = await home.open.platform.database.select().from(ledgerEntries);
  const judgedKeys = rows.filter(({ inputType }) => inputType !== 'reveal').map(({ objectKey }) => objectKey);
  const keys = judgedKeys.filter((key) => key !== null);
  expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted());
}
