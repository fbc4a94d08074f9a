import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../plan/streams.ts';
import type { LinkFaults } from './plan-residents.ts';

export interface HomeLink {
  url: string;
  /** Numbers of faults so far, by kind. */
  faults: Readonly<Record<'lost' | 'answers lost' | 'doubled', number>>;
  setStormy(isStormy: boolean): void;
  close(): Promise<void>;
}

/** Requests that meet faults: records of runs and questions to approvers. */
const isFaulty = ({ method, url = '' }: IncomingMessage) =>
  method === 'POST' && (/^\/v1\/runs\/[^/]+\/records/.test(url) || url.startsWith('/v1/approvals'));

/** Forwards requests of residents to their home. In a storm it delays, drops and repeats what they mirror and request. */
export async function openHomeLink(
  { url: homeUrl, residents: { linkPort } }: { url: string; residents: { linkPort: number } },
  {
    random,
    faults,
    note,
  }: { random: Random; faults: LinkFaults; note: (event: 'mirror' | 'approval') => void },
): Promise<HomeLink> {
  const counts = { lost: 0, 'answers lost': 0, doubled: 0 };
  let isStormy = false;
  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    if (!isStormy || !isFaulty(incoming)) return forward(homeUrl, incoming, body, outgoing);
    note(incoming.url?.startsWith('/v1/approvals') ? 'approval' : 'mirror');
    const kind = random();
    await delay(random() * faults.lateMs);
    if (kind < faults.lost) {
      counts.lost += 1;
      outgoing.destroy();
    } else if (kind < faults.lost + faults.answerLost) {
      counts['answers lost'] += 1;
      await forward(homeUrl, incoming, body).catch(() => undefined);
      outgoing.destroy();
    } else {
      if (kind < faults.lost + faults.answerLost + faults.doubled) {
        counts.doubled += 1;
        await forward(homeUrl, incoming, body).catch(() => undefined);
      }
      await forward(homeUrl, incoming, body, outgoing);
    }
  }
  await new Promise<void>((resolve) => server.listen(linkPort, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${linkPort}`,
    faults: counts,
    setStormy(now) {
      isStormy = now;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Sends a request to the home; without `outgoing`, its response is dropped. */
function forward(
  homeUrl: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing?: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = sendRequest(new URL(url ?? '/', homeUrl), { method, headers }, (response) => {
      if (!outgoing) {
        response.resume().once('close', resolve);
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
      response.once('close', () => {
        if (!response.complete) outgoing.destroy();
        resolve();
      });
    });
    sent.once('error', reject);
    outgoing?.once('close', () => sent.destroy());
    sent.end(body);
  });
}
