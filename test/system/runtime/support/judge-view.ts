import { isDeepStrictEqual } from 'node:util';
import {
  conversationStepSchema,
  type Piece,
  type RunRecord,
  runConversation,
  runGraph,
  runGraphSchema,
  runOverview,
  runOverviewSchema,
  runTimeline,
  takePiece,
  timelineSpanSchema,
} from '@agent-home/agent-runtime/run-log';

/**
 * Requires that a web page can show a log: its views fit their schemas, each request, call and message is one step, and its pieces
 * have each record once, unchanged.
 * @throws Error with the first violation
 */
export function requireSoundView(whole: readonly RunRecord[]): void {
  if (whole.length === 0) return;
  const steps = runConversation(whole);
  for (const step of steps) conversationStepSchema.parse(step);
  runOverviewSchema.parse(runOverview(whole));
  for (const span of runTimeline(whole)) timelineSpanSchema.parse(span);
  const graph = runGraph(whole);
  if (graph) runGraphSchema.parse(graph);
  const used = steps.flatMap(({ records }) => records);
  if (new Set(used).size !== used.length) throw new Error('a record is part of two steps');
  const begins = new Map([
    ['kairo.user.message', 'message'],
    ['model.requested', 'response'],
    ['call.requested', 'call'],
    ['run.ended', 'end'],
  ]);
  const expected = whole.flatMap(({ type, seq }) => (begins.has(type) ? [`${seq} ${begins.get(type)}`] : []));
  const shown = new Set(steps.map(({ seq, kind }) => `${seq} ${kind}`));
  const missing = expected.filter((step) => !shown.has(step));
  if (missing.length > 0) throw new Error(`no step begins with the records ${missing.join(', ')}`);
  if (!isDeepStrictEqual(readInPieces(whole), whole)) throw new Error('the pieces are not the records');
}

function readInPieces(whole: readonly RunRecord[]): RunRecord[] {
  const read: RunRecord[] = [];
  let from: number | undefined = 0;
  while (from !== undefined) {
    const piece: Piece<RunRecord> = takePiece(whole, from, { items: 7, length: 4_000 });
    read.push(...piece.items);
    from = piece.next;
  }
  return read;
}
