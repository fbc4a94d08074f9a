import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../answering/answer.ts';
import type { Fault } from '../faults/fault-schema.ts';
import type { Wire } from '../wire/wire.ts';
import { toWireError } from '../wire/wire-error.ts';
import { whenAborted, written } from './written.ts';

interface Streamed {
  wire: Wire;
  answer: Answer;
  fault: Fault | undefined;
  headers: Record<string, string>;
}

/** Sends the pieces of a stream, until its end or its fault. */
export async function sendStream(
  response: ServerResponse,
  pieces: Iterable<string>,
  { wire, answer, fault, headers }: Streamed,
  gone: AbortSignal,
): Promise<void> {
  const type = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
  response.writeHead(200, { ...headers, ...type });
  if (fault?.kind === 'nonsenseBody') {
    response.end('data: }{ nonsense\n\n');
    return;
  }
  const end = findEnd(fault);
  let sent = 0;
  for (const piece of pieces) {
    if (sent === end) break;
    if (answer.chunkDelayMs > 0) await delay(answer.chunkDelayMs, undefined, { signal: gone });
    await written(response, piece, gone);
    sent++;
  }
  if (fault?.kind === 'hang') await whenAborted(gone);
  if (fault?.kind === 'cutStream') response.destroy();
  else if (fault?.kind === 'error')
    response.end(wire.errorPiece(toWireError(fault.status, fault.message, undefined)));
  else response.end();
}

/** Returns the number of chunks after which a fault ends a stream. */
function findEnd(fault: Fault | undefined): number | undefined {
  return fault !== undefined && 'afterChunks' in fault ? fault.afterChunks : undefined;
}
