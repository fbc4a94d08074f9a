import { ObjectStoreError } from '@agent-home/object-store';
import { deleteExpired } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { agentCardSchema, type JsonObject, type SchemaEdition } from '@agent-home/protocol';
import type { AgentHome } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const { personality, ...others } = agentCardSchema.shape;
/** Second version of the agent card that breaks readers of the first: `personality` is renamed to `traits`. */
const secondCard: SchemaEdition<'agent_card'> = {
  kind: 'agent_card',
  schemaVersion: 2,
  schema: z.looseObject({ ...others, schema_version: z.literal(2), traits: personality }),
  fromFirst: ({ personality: traits, ...card }) => ({ ...card, schema_version: 2, traits: traits ?? null }),
  toFirst: ({ traits, ...card }) => ({ ...card, schema_version: 1, personality: traits ?? null }),
};
const [first, second] = ['agents/all/ada.json', 'agents/all/ada.v2.json'] as const;
const overlapDays = 90;
const dayMs = 86_400_000;

let home: TestHome;
const told: { [name: string]: { fields: unknown }[] } = {};
const agents: AgentHome[] = [];

async function reader(name: string, editions: SchemaEdition[]): Promise<AgentHome> {
  const lines: { fields: unknown }[] = [];
  told[name] = lines;
  const log = (level: string, _: string, fields?: object) => {
    if (level === 'warn') lines.push({ fields });
  };
  const agent = await sdkAgent(home, name, { log, editions });
  agents.push(agent);
  await published(home);
  return agent;
}

async function inBucket(key: string): Promise<JsonObject | undefined> {
  try {
    const { bytes } = await home.open.platform.store.get(key, { maxBytes: 100_000, timeoutMs: 5_000 });
    return JSON.parse(new TextDecoder().decode(bytes)) as JsonObject;
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'not_found') return undefined;
    throw error;
  }
}

const rename = (bio: string) =>
  home.admin('PUT', '/v1/agents/ada/card', {
    name: 'Ada',
    bio,
    personality: { extrovert: 1, curious: 1, creative: 1, stable: 1 },
  });

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_SCHEMA_OVERLAP_DAYS: String(overlapDays) } });
  await RawAgent.admitted(home, 'ada');
  await published(home);
  expect(await inBucket(first)).toMatchObject({ schema_version: 1 });
  // Simulates the release with the second version.
  await home.stopWorker();
  Object.assign(home.open.platform, { editions: [secondCard] });
  await home.startWorker();
});
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await home.close();
});

describe('a second schema version of a kind', () => {
  test('is published in parallel with the first version', async () => {
    await eventually(async () =>
      expect(await inBucket(second)).toMatchObject({
        schema_version: 2,
        traits: { stable: 0.5 },
        cert: { object_key: second },
      }),
    );
    await rename('Changed.');
    await eventually(async () => expect(await inBucket(second)).toMatchObject({ bio: 'Changed.' }));
    expect(await inBucket(first)).toMatchObject({ schema_version: 1, bio: 'Changed.' });
    expect(await inBucket(second)).not.toHaveProperty('personality');
  });

  test('says in the policy when the first one goes', async () => {
    const policy = await inBucket('platform/policy.json');
    expect(policy?.schemas).toEqual([
      { kind: 'agent_card', schema_version: 1, sunset_at: expect.stringMatching(/Z$/) },
      { kind: 'agent_card', schema_version: 2 },
    ]);
    const [version] = (policy?.schemas ?? []) as { sunset_at: string }[];
    const days = (Date.parse(version?.sunset_at ?? '') - Date.now()) / dayMs;
    expect(days).toBeGreaterThan(overlapDays - 1);
    expect(days).toBeLessThanOrEqual(overlapDays);
  });

  test('is read by newer SDKs, while older ones warn', async () => {
    const [modern, old] = [await reader('modern', [secondCard]), await reader('old', [])];
    home.storeRequests.length = 0;
    const seen = await modern.card('ada');
    expect(readKeys()).toContain(second);
    expect(readKeys()).not.toContain(first);
    home.storeRequests.length = 0;
    expect((await old.card('ada')).cardVersion).toBe(seen.cardVersion);
    expect(readKeys()).toContain(first);
    expect(seen.name).toEqual((await old.card('ada')).name);
    await eventually(() =>
      expect(told.old).toEqual([
        { fields: { kind: 'agent_card', schema_version: 1, sunset_at: expect.any(String) } },
      ]),
    );
    expect(told.modern).toEqual([]);
  });

  test('is restored after a foreign write', async () => {
    const text = JSON.stringify(await inBucket(second));
    await home.open.platform.store.put(second, new TextEncoder().encode('{}'), {
      contentType: 'application/json',
    });
    await eventually(async () => expect(JSON.stringify(await inBucket(second))).toBe(text));
  });

  test('is the only version after the first one’s sunset', async () => {
    await home.stopWorker();
    const beganAt = new Date(Date.now() - (overlapDays + 1) * dayMs);
    await home.open.platform.database.update(tables.schemaEditions).set({ beganAt });
    await home.startWorker();
    await deleteExpired(home.open.platform);
    expect(await inBucket(first)).toBeUndefined();
    await rename('After.');
    await eventually(async () => expect(await inBucket(second)).toMatchObject({ bio: 'After.' }));
    expect(await inBucket(first)).toBeUndefined();
    const put = { contentType: 'application/json' };
    await home.open.platform.store.put(first, new TextEncoder().encode('{}'), put);
    await eventually(async () => expect(await inBucket(first)).toBeUndefined());

    const [modern, late] = [await reader('still', [secondCard]), await reader('late', [])];
    expect((await modern.card('ada')).cardVersion).toBeGreaterThan(1);
    await expect(late.card('ada')).rejects.toMatchObject({ code: 'schema_sunset', newest: 2 });
    const shown = await fetch(`${home.url}/v1/public/agents/ada`);
    expect(await shown.json()).toMatchObject({ agent: { agent_id: 'ada' } });
  });
});

function readKeys(): string[] {
  return home.storeRequests
    .map((request) => JSON.stringify(request))
    .flatMap((text) => [first, second].filter((key) => text.includes(key)));
}
