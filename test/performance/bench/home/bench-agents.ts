import { randomBytes } from 'node:crypto';
import { createTopic, platformOwnerId } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { type Signer, signerOf } from '@agent-home/protocol';
import { connect } from '@agent-home/sdk';
import { and, count, isNotNull, like } from 'drizzle-orm';
import type { OpenPlatform } from '../../../../apps/cli/src/home/compose/open-platform.ts';
import { eventually } from '../../../support/eventually.ts';

export interface BenchAgent {
  agentId: string;
  secretKey: Uint8Array;
  signer: Signer;
}

const agentCount = 20;

export async function makeAgents(url: string, open: OpenPlatform): Promise<BenchAgent[]> {
  const agents: BenchAgent[] = [];
  for (let number = 1; number <= agentCount; number++) {
    const secretKey = new Uint8Array(randomBytes(32));
    const agentId = `agent-${number}`;
    const client = await connect({ url, rootSet: open.keys.rootSet, secretKey, agentId });
    await client.register({
      name: agentId,
      personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
    });
    await client.requestAdmission();
    await client.close();
    agents.push({ agentId, secretKey, signer: signerOf(secretKey) });
  }
  return agents;
}

/** Creates public freeform topics and waits until all of them are in the bucket. */
export async function makeTopics(open: OpenPlatform, prefix: string, number: number): Promise<string[]> {
  const topicIds = Array.from({ length: number }, (_, index) => `${prefix}-${index + 1}`);
  const topic = {
    visibility: 'public' as const,
    allowlist_agent_ids: [],
    mode: 'freeform',
    rules: {},
  };
  for (const id of topicIds)
    await createTopic(open.platform, { ...topic, topic_id: id, title: id }, platformOwnerId);
  const { publishedObjects } = tables;
  await eventually(async () => {
    const [found] = await open.platform.database
      .select({ confirmed: count() })
      .from(publishedObjects)
      .where(
        and(
          like(publishedObjects.objectKey, `topics/${prefix}-%/state.json`),
          isNotNull(publishedObjects.confirmedVersion),
        ),
      );
    if (found?.confirmed !== number) throw new Error(`${found?.confirmed} of ${number} topics are published`);
  }, 60_000);
  return topicIds;
}
