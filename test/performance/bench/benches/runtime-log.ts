import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replayLog } from '@agent-home/agent-runtime';
import { emptyLog, type RecordDraft, type RunRecord, sealRecord } from '@agent-home/agent-runtime/run-log';
import { asJson, canonicalJson, canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { FileRunStore } from '@agent-home/runtime-node';
import { type Bench, ratePerSecond } from '../measure.ts';
import { playLongRun } from '../runtime/long-run.ts';

/** Records of a step that are written together. */
const recordsOfStep = 4;

/** Seals records into a chain and appends them to a file, step by step. */
export const runtimeLog: Bench = {
  name: 'runtime_log',
  unit: 'records/s',
  floorName: 'JCS, sha256 and write of the same records',
  target: { atLeast: 0.7 },
  pairs: { full: 9, short: 1 },
  async open({ short }) {
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-bench-'));
    const records = playLongRun().records.slice(0, short ? 100 : 1_000);
    const times = short ? 1 : 10;
    let run = 0;
    return {
      value: () =>
        ratePerSecond(records.length * times, async () => {
          for (let time = 0; time < times; time++) await append(folder, `run_bench_${run++}`, records);
        }),
      floor: () =>
        ratePerSecond(records.length * times, async () => {
          for (let time = 0; time < times; time++) await write(join(folder, `floor-${run++}`), records);
        }),
      close: () => rm(folder, { recursive: true, force: true }),
    };
  },
};

async function append(folder: string, runId: string, records: readonly RunRecord[]): Promise<void> {
  const writer = await new FileRunStore(folder).create(runId);
  let head = emptyLog;
  for (let first = 0; first < records.length; first += recordsOfStep) {
    const step = records.slice(first, first + recordsOfStep).map((record) => {
      const sealed = sealRecord(
        head,
        { runId, source: record.source },
        record.time,
        toDraft(record, head.seq),
      );
      head = sealed.head;
      return sealed;
    });
    await writer.append(
      step.map(({ line }) => line),
      new Map(step.flatMap(({ beside }) => [...beside])),
    );
  }
  await writer.close();
}

function toDraft({ type, data }: RunRecord, seq: number): RecordDraft {
  return { type, data, ...(seq === 0 ? {} : { cause: seq - 1 }) };
}

async function write(path: string, records: readonly RunRecord[]): Promise<void> {
  const file = await open(path, 'ax');
  let hash = '';
  for (let first = 0; first < records.length; first += recordsOfStep) {
    let text = '';
    for (const record of records.slice(first, first + recordsOfStep)) {
      const line = canonicalJson(asJson(record));
      hash = sha256Hex(new TextEncoder().encode(line));
      text += `${line}\n`;
    }
    await file.appendFile(text);
  }
  if (hash === '') throw new Error('nothing was hashed');
  await file.close();
}

/** Rebuilds a log from its inputs and compares it. */
export const runtimeReplay: Bench = {
  name: 'runtime_replay',
  unit: 'records/s',
  floorName: 'JCS and sha256 of the same records',
  target: { atLeast: 0.35 },
  pairs: { full: 9, short: 1 },
  async open({ short }) {
    const { lines, find, records } = playLongRun();
    const times = short ? 1 : 40;
    return {
      value: () =>
        ratePerSecond(lines.length * times, () => {
          for (let time = 0; time < times; time++)
            if (replayLog(lines, find).missing.length > 0) throw new Error('unequal');
        }),
      floor: () =>
        ratePerSecond(lines.length * times, () => {
          for (let time = 0; time < times; time++)
            for (const record of records) sha256Hex(canonicalJsonBytes(asJson(record)));
        }),
      close: async () => {},
    };
  },
};
