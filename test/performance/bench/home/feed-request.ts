import { randomBytes } from 'node:crypto';
import { type Agent, request } from 'node:http';
import { signRequest } from '../../../../packages/sdk/src/api/sign-request.ts';
import type { FeedReader } from './feed-rows.ts';

const surroundings = { now: Date.now, randomBytes: (length: number) => new Uint8Array(randomBytes(length)) };

export interface SignedRequest {
  target: URL;
  headers: Record<string, string>;
}

export function prepareFeedRequest(url: string, { signer }: FeedReader, pageSize: number): SignedRequest {
  const target = new URL(`/v1/feed?limit=${pageSize}`, url);
  const headers = signRequest({ method: 'GET', url: target, body: Buffer.alloc(0) }, signer, surroundings);
  return { target, headers };
}

/** Returns the events of one page. */
export async function readPage(asked: SignedRequest, agent?: Agent): Promise<unknown[]> {
  const page = JSON.parse(await get(asked, agent)) as { events: unknown[] };
  return page.events;
}

function get({ target, headers }: SignedRequest, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(target, { ...(agent ? { agent } : {}), headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString());
        else reject(new Error(`the feed answered ${response.statusCode}`));
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}
