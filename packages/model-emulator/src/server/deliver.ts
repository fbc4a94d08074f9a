import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../answering/answer.ts';
import type { Fault } from '../faults/fault-schema.ts';
import type { Wire, WireRequest } from '../wire/wire.ts';
import { sendStream } from './send-stream.ts';
import { whenAborted, written } from './written.ts';

export interface Delivery {
  wire: Wire;
  request: WireRequest;
  answer: Answer;
  fault: Fault | undefined;
  headers: Record<string, string>;
}

/** Sends a response, with its fault applied. Ends early when the client disconnects. */
export async function deliver(response: ServerResponse, delivery: Delivery): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const { wire, fault, request, answer, headers } = delivery;
    if (answer.delayMs > 0) await delay(answer.delayMs, undefined, { signal: gone.signal });
    if (fault?.kind === 'hang' && fault.afterChunks === undefined) await whenAborted(gone.signal);
    else if (fault?.kind === 'wrongContentType') sendPage(response, headers);
    else if (request.stream) await sendStream(response, wire.pieces(answer, request), delivery, gone.signal);
    else await sendWhole(response, delivery, gone.signal);
  } catch (error) {
    if (!gone.signal.aborted && !response.destroyed) throw error;
  }
}

function sendPage(response: ServerResponse, headers: Record<string, string>): void {
  const page = '<!doctype html><html><body><h1>Welcome</h1></body></html>';
  response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(page);
}

async function sendWhole(
  response: ServerResponse,
  { wire, request, answer, fault, headers }: Delivery,
  gone: AbortSignal,
): Promise<void> {
  return sendBody(response, { body: wire.body(answer, request), fault, headers }, gone);
}

interface BodyDelivery {
  body: unknown;
  fault: Fault | undefined;
  headers: Record<string, string>;
}

/** Sends a document without text, such as a list of vectors, with its fault applied. */
export async function deliverBody(response: ServerResponse, delivery: BodyDelivery): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { fault, headers } = delivery;
  try {
    if (fault?.kind === 'slow') await delay(fault.delayMs, undefined, { signal: gone.signal });
    if (fault?.kind === 'hang') await whenAborted(gone.signal);
    else if (fault?.kind === 'wrongContentType') sendPage(response, headers);
    else if (fault?.kind === 'hugeAnswer')
      await sendBody(response, { ...delivery, body: { data: 'x'.repeat(fault.bytes) } }, gone.signal);
    else if (fault?.kind === 'emptyAnswer')
      await sendBody(response, { ...delivery, body: { object: 'list', data: [] } }, gone.signal);
    else await sendBody(response, delivery, gone.signal);
  } catch (error) {
    if (!gone.signal.aborted && !response.destroyed) throw error;
  }
}

async function sendBody(
  response: ServerResponse,
  { body: document, fault, headers }: BodyDelivery,
  gone: AbortSignal,
): Promise<void> {
  const body = fault?.kind === 'nonsenseBody' ? '}{ nonsense' : JSON.stringify(document);
  const length = String(Buffer.byteLength(body));
  response.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-length': length });
  if (fault?.kind !== 'cutStream' && fault?.kind !== 'hang') {
    response.end(body);
    return;
  }
  await written(response, body.slice(0, Math.floor(body.length / 2)), gone);
  if (fault.kind === 'hang') await whenAborted(gone);
  response.destroy();
}
