import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Random } from '../plan/streams.ts';
import type { Markers } from './scenes.ts';

/** Effect outside of the residents: a request that the service has carried out. */
export interface Effect {
  /** Tool that the request belongs to. */
  tool: string;
  /** Idempotency key of the request; empty for a tool without effects. */
  key: string;
  note: string;
  arguments: Record<string, unknown>;
}

export interface BellService {
  url: string;
  /** Requests that changed something, in their order. */
  effects: readonly Effect[];
  close(): Promise<void>;
}

const longestMs = 500;
const bodySchema = z.looseObject({ note: z.string() });
/** Larger than the runtime accepts as a result. */
const largeBytes = 400_000;

/**
 * Starts the service that the tools of the residents call. It carries out each request before its response, which is slow, so that
 * a process often dies in between.
 */
export async function startBellService(
  random: Random,
  markers: Markers,
  onEffect: () => void,
): Promise<BellService> {
  const effects: Effect[] = [];
  const server = createServer(async (request, response) => {
    const tool = (request.url ?? '').slice(1);
    try {
      const { note, ...more } = bodySchema.parse(JSON.parse(await readBody(request)));
      const key = String(request.headers['idempotency-key'] ?? '');
      const sent = { note, ...more };
      if (tool === 'ring' || tool === 'break' || tool === 'toll') {
        effects.push({ tool, key, note, arguments: sent });
        onEffect();
      }
      await delay(random() * longestMs);
      if (tool === 'break') {
        response.statusCode = 500;
        response.end('the bell broke after it rang');
      } else if (tool === 'library') response.end('page '.repeat(largeBytes / 5));
      else if (tool === 'oracle') response.end(`It is ${markers.withheld}.`);
      else response.end(JSON.stringify({ rang: note, with: more.secret ?? 'nothing' }));
    } catch {
      response.statusCode = 400;
      response.end('this request is not readable');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    effects,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
