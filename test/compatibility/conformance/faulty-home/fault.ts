import type { IncomingHttpHeaders } from 'node:http';
import type { ServerRequirementId } from '@agent-home/conformance';
import type { TestHome } from '../../../support/start-home.ts';

export interface Asked {
  method: string;
  /** Path and query, as sent. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** State of a faulty home: the home behind it, and the traffic of one run. */
export interface Surroundings {
  home: TestHome;
  /** Agents in the order of their registration. */
  agents: { agentId: string; publicKey: string }[];
  /** Last good response to each method and path, without its query. */
  good: Map<string, Reply>;
  /** Class of each access key: a ticket for writing, or prefixes for reading. */
  classes: Map<string, 'ticket' | 'reading'>;
  /** Values that a fault keeps between requests. */
  memory: Map<string, unknown>;
}

/** Single fault of a home. */
export interface Fault {
  name: string;
  /** Requirements that fail, exactly: the one of this fault, and those that cannot pass without it. */
  fails: readonly ServerRequirementId[];
  /** Replaces a response of the home’s API. */
  api?(asked: Asked, reply: Reply, around: Surroundings): Reply | undefined | Promise<Reply | undefined>;
  /** Replaces an object of the bucket. The home still names it as the newest. */
  object?(
    key: string,
    bytes: Uint8Array,
    around: Surroundings,
    why: 'read' | 'named',
  ): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  /** Replaces a response of the store. */
  store?(
    asked: Asked & { key: string; opens: 'ticket' | 'reading' | undefined },
    reply: Reply,
    around: Surroundings,
  ): Reply | undefined | Promise<Reply | undefined>;
}

export type Json = Record<string, unknown>;

export function jsonIn(reply: { body: Buffer }): Json {
  return JSON.parse(reply.body.toString('utf8')) as Json;
}

export function withJson(reply: Reply, value: unknown): Reply {
  return { ...reply, body: Buffer.from(JSON.stringify(value)) };
}

export function pathOf({ target }: { target: string }): string {
  return target.split('?')[0] ?? '';
}

export function problem(status: number, code: string): Reply {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', date: new Date().toUTCString() },
    body: Buffer.from(
      JSON.stringify({
        type: `urn:agent-home:problem:${code}`,
        title: code,
        status,
        code,
        detail: 'as a faulty home says it',
      }),
    ),
  };
}

export function codeIn(reply: Reply): unknown {
  return reply.headers['content-type']?.includes('json') ? jsonIn(reply).code : undefined;
}

export async function inBucket({ home }: Surroundings, key: string): Promise<Uint8Array> {
  return (await home.open.platform.store.get(key, { maxBytes: 1_048_576, timeoutMs: 5_000 })).bytes;
}
