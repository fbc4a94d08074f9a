import { afterAll, beforeAll, expect, test } from 'vitest';
import { killBehindRecords } from '../../system/runtime/killed-runs/kill-behind-records.ts';
import { type ServedAgno, serveAgno } from './open-runtime.ts';

let served: ServedAgno;
beforeAll(async () => {
  served = await serveAgno();
});
afterAll(() => served.close());

test('a run on agno survives SIGKILL behind each record', { timeout: 900_000 }, async () => {
  expect(await killBehindRecords('agno', served.environment)).toBeGreaterThan(15);
});
