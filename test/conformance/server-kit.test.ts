import { runServerKit } from '@agent-home/conformance';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

test('a home without a fault passes every requirement', async () => {
  const { url, rootSet, secrets } = home;
  const report = await runServerKit({ url, rootSet, adminToken: secrets.adminToken });
  expect(report.results.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
});
