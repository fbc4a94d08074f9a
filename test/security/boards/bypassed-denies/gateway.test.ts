import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileRunStore } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../support/seeded-random.ts';
import { CaseGenerator } from './generate-cases.ts';
import { people, playGateway, spellings } from './play-gateway.ts';

test('2,000 whole runs call only permitted tools', {
  timeout: 240_000,
}, async () => {
  const seed = Number(process.env.AGENT_HOME_BOARD_SEED ?? 1);
  const runs = Number(process.env.AGENT_HOME_BOARD_RUNS ?? 2_000);
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-gateway-'));
  const store = new FileRunStore(folder);
  const generator = new CaseGenerator(seed);
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const seen = { runs: 0, calls: 0, allow: 0, confirm: 0, deny: 0, no_tool: 0, no_model: 0 };
  const wrong: string[] = [];
  try {
    while (seen.runs < runs) {
      const house = generator.house();
      const { requested, ...question } = generator.question();
      // A run has at least one call, and each of its records has a time.
      if (requested === undefined || house.maxToolCalls === 0 || question.time === 'never') continue;
      const spelling = random() < 0.7 ? 'plain' : pick(spellings);
      const who = random() < 0.4 ? 'approve' : pick(people);
      const played = await playGateway(
        { house, question: { ...question, requested }, people: who, spelling },
        store,
      );
      seen.runs++;
      seen[played.expected]++;
      seen.calls += played.calls;
      if (played.wrong !== undefined) wrong.push(played.wrong);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`bypassed denies, through the gateway: ${JSON.stringify(seen)}; ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(seen.runs / 50);
});
