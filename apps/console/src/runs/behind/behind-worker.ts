import {
  type PieceLimits,
  type RunPage,
  type RunRecord,
  runConversation,
  runDagItems,
  runGraph,
  runOverview,
  runTimeline,
  takePiece,
} from '@agent-home/agent-runtime/run-log';
import { runEndpoints } from '@agent-home/http-contract';
/// <reference lib="webworker" />
import { read } from '../../read/api.ts';
import { Problem } from '../../read/problem.ts';
import type { BehindResult, FromBehindWorker, ToBehindWorker, ViewPart } from './behind-messages.ts';
import { verifyFile } from './disclosed-file.ts';
import type { CommittedMessage } from './message-commitment.ts';
import { verifyCopy } from './mirrored-copy.ts';

/** Worker that verifies the log behind one message, so that scrolling stays smooth. */
let shown: readonly RunRecord[] = [];

/** Largest part of a list that is drawn at once. */
const limits: PieceLimits = { items: 200, length: 2_000_000 };

async function checkCopy(message: CommittedMessage): Promise<BehindResult> {
  const { runId, agentId } = message;
  try {
    const verified = await verifyCopy(message, (fromSeq) =>
      read(runEndpoints.readRecords, {
        params: { run_id: runId },
        query: { agent_id: agentId, from_seq: fromSeq, limit: 500 },
      }),
    );
    return 'refusal' in verified
      ? { state: 'differs', refusal: verified.refusal }
      : { state: 'matches', later: 0, withheld: verified.withheld, judged: verified.judged };
  } catch (error) {
    return { state: 'not_shown', code: error instanceof Problem ? error.code : 'no_connection' };
  }
}

async function checkFile(file: File, message: CommittedMessage): Promise<BehindResult> {
  const verified = await verifyFile(file, message);
  if ('refusal' in verified) return { state: 'differs', refusal: verified.refusal };
  shown = verified.records;
  return {
    state: 'matches',
    run: toPage(message.runId),
    later: verified.later,
    withheld: [],
    judged: verified.judged,
  };
}

function toPage(runId: string): RunPage {
  const overview = runOverview(shown);
  const graph = runGraph(shown);
  const status = overview?.status ?? 'open';
  return {
    run_id: runId,
    state: status === 'open' ? 'interrupted' : status,
    ...(overview === undefined ? {} : { overview }),
    ...(graph === undefined ? {} : { graph }),
    is_authentic: false,
    delegated: [],
    torn_bytes: 0,
  };
}

function view(part: ViewPart, from: number) {
  if (part === 'steps') return takePiece(runConversation(shown), from, limits);
  if (part === 'spans') return takePiece(runTimeline(shown), from, limits);
  if (part === 'nodes') return takePiece(runDagItems(shown), from, limits);
  return takePiece(shown, from, limits);
}

const post = (message: FromBehindWorker) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToBehindWorker>) => {
  if (data.type === 'view') return post({ type: 'piece', id: data.id, piece: view(data.part, data.from) });
  const check = data.type === 'copy' ? checkCopy(data.message) : checkFile(data.file, data.message);
  void check.then((result) => post({ type: 'result', result }));
});
