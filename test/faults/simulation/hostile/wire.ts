import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { unchunked } from './unchunked.ts';

/** Wire form of a request. */
export interface Pace {
  /** Number of pieces in which the body is sent. */
  pieces?: number;
  /** Pause between the pieces. */
  pauseMs?: number;
  /** Drops the connection after this time, even in the middle of a response. */
  dropAfterMs?: number;
}

interface WireRequest {
  url: string;
  method: string;
  /** Sent exactly as given. */
  target: string;
  /** Sent exactly as given, including control characters. */
  headers: Record<string, string>;
  body?: Buffer | undefined;
  pace?: Pace | undefined;
  /** Called when the response begins. */
  begun?: () => void;
}

export interface WireAnswer {
  /** 0 if no response came. */
  status: number;
  head: string;
  body: Buffer;
  tookMs: number;
}

const patienceMs = 20_000;
const mostBytes = 32 * 1024 * 1024;

/** Sends a request as no well-behaved client would: directly over a socket, which also accepts invalid requests. */
export async function overTheWire(request: WireRequest): Promise<WireAnswer> {
  const { url, method, target, headers, body = Buffer.alloc(0), pace = {}, begun } = request;
  const { hostname, port, host } = new URL(url);
  const started = Date.now();
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  let size = 0;
  const gone = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('error', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
      else socket.destroy();
    });
  });
  const drop = setTimeout(() => socket.destroy(), pace.dropAfterMs ?? patienceMs);
  const lines = Object.entries({
    host,
    connection: 'close',
    ...(body.length > 0 || !['GET', 'HEAD'].includes(method)
      ? { 'content-length': String(body.length) }
      : {}),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'utf8'));
  if (begun) socket.once('data', begun);
  await sendInPieces(body, pace, (piece) => !socket.destroyed && socket.write(piece));
  await gone;
  clearTimeout(drop);
  return { ...parted(Buffer.concat(chunks)), tookMs: Date.now() - started };
}

async function sendInPieces(
  body: Buffer,
  { pieces = 1, pauseMs = 0 }: Pace,
  send: (piece: Buffer) => boolean,
): Promise<void> {
  const length = Math.ceil(body.length / pieces);
  for (let start = 0; start < body.length; start += length) {
    if (start > 0) await delay(pauseMs);
    send(body.subarray(start, start + length));
  }
}

function parted(bytes: Buffer): Omit<WireAnswer, 'tookMs'> {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return { status: 0, head: '', body: bytes };
  const head = bytes.subarray(0, end).toString('latin1');
  const rest = bytes.subarray(end + 4);
  const body = /^transfer-encoding: chunked/im.test(head) ? unchunked(rest) : rest;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body };
}
