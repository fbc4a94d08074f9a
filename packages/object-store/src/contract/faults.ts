import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Effect on one request, instead of or after reaching the real server. */
export type Fault =
  /** The request passes without a fault; the fault is for a later one. */
  | { kind: 'pass' }
  | { kind: 'answer'; status: number; headers?: OutgoingHttpHeaders; body?: string }
  /** Breaks the connection before the server has seen the request. */
  | { kind: 'reset' }
  /** The server has executed the request; its response is lost. */
  | { kind: 'lose-answer' }
  /** The server's answer breaks off in the middle of its body. */
  | { kind: 'truncate' }
  | { kind: 'stall' }
  /** Responds with 200 and continues to send: a byte at a time, or as much as is read. */
  | { kind: 'drip' }
  | { kind: 'flood' };

/** Header of a plain object; without it a response is refused before its first byte. */
export const plainObject = { 'x-oss-object-type': 'Normal' };

export function pass(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
}

export function truncate(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.once('data', (chunk: Buffer) => {
    response.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => response.destroy());
  });
}

export function keepSending(response: ServerResponse, chunk: Buffer, everyMs: number): void {
  const timer = setInterval(() => response.write(chunk), everyMs);
  response.on('close', () => clearInterval(timer));
}
