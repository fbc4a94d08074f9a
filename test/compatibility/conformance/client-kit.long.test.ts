import { fileURLToPath } from 'node:url';
import {
  type ClientRequirementId,
  clientRequirements,
  type Report,
  runClientKit,
} from '@agent-home/conformance';
import { expect, test } from 'vitest';

const driver = (name: string) =>
  fileURLToPath(new URL(`../../../packages/conformance/src/drivers/${name}.ts`, import.meta.url));
const run = (...command: string[]) => runClientKit({ command, timeoutMs: 30_000 });
const runDriver = (name: string) => run(process.execPath, '--import', 'tsx', driver(name));
const withVerdict = ({ results }: Report, wanted: string) =>
  results.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);

/** Requirements that a client without verification can meet. */
const metByBelief: ClientRequirementId[] = [
  'honest/reads',
  'honest/speaks',
  'honest/unknown-members',
  'requests/signed',
  'requests/clock',
  'ledger/unsigned',
  'turns/denied',
  'errors/unknown-code',
  'errors/not-a-problem',
  'errors/retried',
  'store/slow',
];

test('our SDK meets every requirement of a client', { timeout: 120_000 }, async () => {
  const { results, passed } = await runDriver('sdk-driver');
  expect(results.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
  expect(passed).toBe(clientRequirements.length);
});

test('a client that verifies nothing fails every trust requirement', {
  timeout: 120_000,
}, async () => {
  const report = await runDriver('naive-driver');
  expect(withVerdict(report, 'passed')).toEqual(metByBelief);
  const others = clientRequirements.map(({ id }) => id).filter((id) => !metByBelief.includes(id));
  expect(withVerdict(report, 'failed')).toEqual(others);
  const told = report.results.flatMap(({ details }) => details);
  expect(told.filter((detail) => /\[client_/.test(detail))).toEqual([]);
});

test('a client without valid answers fails everywhere', {
  timeout: 120_000,
}, async () => {
  const ending = await run(process.execPath, '-e', 'process.exit(3)');
  expect(withVerdict(ending, 'failed')).toHaveLength(clientRequirements.length);
  expect(ending.results[0]?.details).toEqual(['the client ended at connect [client_ended]']);
  const babbling = await run(
    process.execPath,
    '-e',
    'process.stdin.on("data", () => console.log("\\u001b[2Jhi"))',
  );
  expect(withVerdict(babbling, 'failed')).toHaveLength(clientRequirements.length);
  expect(babbling.results[0]?.details).toEqual(['no answer to connect: [2Jhi [client_garbled]']);
});
