import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyLog, runPageSchema, sealRecord } from '@agent-home/agent-runtime/run-log';
import { FileRunStore } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { storeLines } from '../../testing/copied-runs.ts';
import { openPlace, openRunsPage } from '../../testing/runs-page-client.ts';
import { LogReader } from './log-reader.ts';

const runId = 'run_long';

/** Returns the lines of a real run, followed by pieces of streamed text up to the length. */
async function longLines(length: number): Promise<string[]> {
  const { records } = await openPlace();
  const delta = { type: 'model.delta', data: { model_call_id: 'model_1', content: 'piece' } };
  const [start] = records;
  if (!start) throw new Error('the run has no record');
  const data = JSON.parse(JSON.stringify(start.data).replaceAll(start.correlationId, runId));
  const lines: string[] = [];
  let head = emptyLog;
  for (let seq = 0; seq < length; seq++) {
    const draft = seq === 0 ? { type: start.type, data } : { ...delta, cause: seq - 1 };
    const sealed = sealRecord(head, { runId, source: start.source }, start.time, draft);
    head = sealed.head;
    lines.push(sealed.line);
  }
  return lines;
}

/** Returns an empty store, and the path of the log in it. */
function createStore(): { store: FileRunStore; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-store-'));
  return { store: new FileRunStore(folder), file: join(folder, runId, 'log.jsonl') };
}

test('a long log is shown while the rest is verified', async () => {
  const lines = await longLines(12_000);
  const { store } = createStore();
  await storeLines(store, runId, lines);
  const page = await openRunsPage(store);
  const read = async () => runPageSchema.parse((await page.get(`api/runs/${runId}`)).json());
  const first = await read();
  expect(first).toMatchObject({ is_authentic: false, verifying: { records: lines.length } });
  expect(first.verifying?.verified).toBeLessThan(lines.length);
  // Head and overview are those of the verified records.
  expect(first.head?.seq).toBe(first.verifying?.verified);
  expect(first.overview?.records).toBe(first.verifying?.verified);
  const { runs } = JSON.parse((await page.get('api/runs')).text);
  expect(runs).toMatchObject([{ run_id: runId }]);
  // A record is returned once it is verified.
  const last = JSON.parse((await page.get(`api/runs/${runId}/records?from=${lines.length - 1}`)).text);
  expect(last.items).toMatchObject([{ seq: lines.length - 1 }]);
  await expect.poll(async () => (await read()).verifying).toBeUndefined();
  expect(await read()).toMatchObject({ is_authentic: true, head: { seq: lines.length } });
  expect(page.errors).toEqual([]);
});

test('a fault behind the first part is reported at the end', async () => {
  const lines = await longLines(12_000);
  const { store, file } = createStore();
  await storeLines(store, runId, lines);
  writeFileSync(file, readFileSync(file, 'utf8').replace(lines[11_000] ?? '', `${lines[11_000]} `));
  let reports = 0;
  const reader = new LogReader(store, runId, () => {
    reports += 1;
  });
  const mark = (await store.mark(runId)) ?? '';
  const first = await reader.current(mark);
  expect([first.fault, first.isAuthentic, first.verifying?.records]).toEqual([undefined, false, 12_000]);
  const whole = await reader.whole(mark);
  expect(whole).toMatchObject({ isAuthentic: false, fault: { code: expect.any(String) } });
  expect(whole.records.length).toBeLessThan(12_000);
  expect(whole.verifying).toBeUndefined();
  expect(reports).toBeGreaterThan(0);
});

test('a changed beginning of a grown log is found', async () => {
  const lines = await longLines(300);
  const { store, file } = createStore();
  await storeLines(store, runId, lines.slice(0, 250));
  const reader = new LogReader(store, runId, () => undefined);
  const readNow = async () => reader.whole((await store.mark(runId)) ?? '');
  expect((await readNow()).records).toHaveLength(250);
  appendFileSync(
    file,
    lines
      .slice(250)
      .map((line) => `${line}\n`)
      .join(''),
  );
  expect(await readNow()).toMatchObject({ records: { length: 300 }, head: { seq: 300 } });
  const changed = readFileSync(file, 'utf8').replace('"content":"piece"', '"content":"other"');
  writeFileSync(file, changed);
  expect(await readNow()).toMatchObject({ records: { length: 2 }, fault: { code: 'broken_chain' } });
});
