import type { MirroredRun } from '@agent-home/http-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOwner } from '../../../support/look.ts';
import { agentOf, copyOf, getRuns } from '../../../support/mirrored-runs.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';
import { linesOf, sealRun } from '../../../support/sealed-run.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
let token: string;
let ada: RawAgent;

beforeAll(async () => {
  home = await startHome({ worker: false });
  token = await newOwner(home, 'olga');
  ada = await agentOf(home, 'ada', token);
});
afterAll(() => home.close());

test('any batches in any order give the bytes of the log', { timeout: 120_000 }, async () => {
  const second = await home.startSecondApi();
  for (const seed of [1, 2, 3, 4, 5]) {
    const random = seededRandom(seed);
    const runId = `run_random_${seed}`;
    const lines = linesOf(sealRun({ runId, agentId: 'ada', pieces: 90 }));
    const send = async (from_seq: number, count: number) => {
      const url = random() < 0.5 ? home.url : second.url;
      const body = { from_seq, records: lines.slice(from_seq, from_seq + count) };
      const signedAs = { to: url, signedAs: { url } };
      return ada.call('POST', `/v1/runs/${runId}/records`, body, signedAs);
    };
    let known = 0;
    for (let round = 0; known < lines.length && round < 200; round++) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () =>
          send(Math.floor(random() * Math.min(lines.length, known + 12)), 1 + Math.floor(random() * 20)),
        ),
      );
      for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
      for (const { status, body } of answers)
        if (status === 409) expect(body.code).toBe('run_records_missing');
      known = Math.max(known, ...answers.map(({ body }) => Number(body.next_seq ?? 0)));
    }
    expect(await copyOf(home, token, runId)).toEqual(lines);
    const run = await getRuns<MirroredRun>(home, token, `/v1/runs/${runId}`);
    // Facts count each record once.
    expect(run).toMatchObject({ state: 'answered', usage: { tool_calls: 1 }, next_seq: lines.length });
    expect(run.conflict).toBeUndefined();
    expect(run.bytes).toBe(lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0));
  }
  await second.close();
});
