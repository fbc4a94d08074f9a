/// <reference lib="webworker" />
import {
  type PieceLimits,
  runConversation,
  runDagItems,
  runGraph,
  runTimeline,
  takePiece,
} from '@agent-home/agent-runtime/run-log';
import { Problem } from '../../read/problem.ts';
import { toCopiedRecord, toCopiedStep } from '../parts/copied.ts';
import { type HomeLog, HomeLogReader } from './home-log.ts';
import type { FromHomeWorker, LogSummary, LogView, LogViews, ToHomeWorker } from './home-messages.ts';

/** Worker that verifies copies of runs and computes their views, so that the main thread stays free. */

/** Largest part of a list that is drawn at once. */
const limits: PieceLimits = { items: 200, length: 2_000_000 };
/** Copies that are kept between views. */
const mostKept = 4;
const readers = new Map<string, HomeLogReader>();

const post = (message: FromHomeWorker) => postMessage(message);

function openReader(key: string): HomeLogReader {
  const reader = readers.get(key) ?? new HomeLogReader(key, () => post({ type: 'grown', key }));
  readers.delete(key);
  readers.set(key, reader);
  const [oldest] = readers.keys();
  if (readers.size > mostKept && oldest !== undefined) readers.delete(oldest);
  return reader;
}

function toSummary({ records, head, withheld, isComplete, fault }: HomeLog): LogSummary {
  const graph = runGraph(records);
  return {
    verified: records.length,
    withheld: withheld.size,
    isComplete,
    ...(records.length === 0 ? {} : { head }),
    ...(fault === undefined ? {} : { fault }),
    ...(graph === undefined ? {} : { graph }),
  };
}

function toView(log: HomeLog, view: LogView, from: number): LogViews[LogView] {
  const { records, withheld } = log;
  switch (view) {
    case 'summary':
      return toSummary(log);
    case 'steps': {
      const piece = takePiece(runConversation(records), from, limits);
      return { ...piece, items: piece.items.map((step) => toCopiedStep(step, withheld)) };
    }
    case 'spans':
      return takePiece(runTimeline(records), from, limits);
    case 'nodes':
      return takePiece(runDagItems(records), from, limits);
    case 'records': {
      const piece = takePiece(records, from, limits);
      return { ...piece, items: piece.items.map((record) => toCopiedRecord(record, withheld)) };
    }
  }
}

async function show({ id, key, view, from }: Extract<ToHomeWorker, { type: 'view' }>): Promise<void> {
  try {
    const log = await openReader(key).read(view === 'records' ? from : 0);
    post({ type: 'result', id, result: toView(log, view, from) });
  } catch (error) {
    const { code, status, message } =
      error instanceof Problem ? error : new Problem('no_connection', 0, String(error));
    post({ type: 'problem', id, code, status, message });
  }
}

addEventListener('message', ({ data }: MessageEvent<ToHomeWorker>) => {
  if (data.type === 'forget') readers.delete(data.key);
  else void show(data);
});
