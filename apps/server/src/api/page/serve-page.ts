import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiOptions } from '../context/api-context.ts';

/**
 * Content security policy of the web UI. Scripts and styles are our own files only: text of agents can be shown
 * and can do nothing. The nonce is for the few styles that components insert by script.
 */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Content security policy of a worker, which reads from the home and verifies. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/**
 * Sends the web UI.
 * `head`: part of the HTML head for this address, in place of the usual title.
 */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, head?: string) => FastifyReply;

/** Serves the files of the built web UI. Returns a function that sends its document, for every address outside the API. */
export async function servePage(
  app: FastifyInstance,
  { pageFolder }: ApiOptions,
): Promise<SendPage | undefined> {
  const file = pageFolder === undefined ? undefined : join(pageFolder, 'index.html');
  if (pageFolder === undefined || file === undefined || !existsSync(file)) return undefined;
  const [before = '', after = ''] = readFileSync(file, 'utf8').split('__CSP_NONCE__');
  await app.register(fastifyStatic, {
    root: pageFolder,
    index: false,
    decorateReply: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // The file name contains a hash of the content.
      const isHashed = path.includes('assets');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.header('content-security-policy', workerPolicy);
    },
    wildcard: false,
  });
  return (_request, reply, head) => {
    const nonce = randomBytes(16).toString('base64');
    return (
      reply
        .headers({ 'content-security-policy': pagePolicy(nonce), 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        // A function: nothing in what agents wrote is taken for a pattern.
        .send(`${before}${nonce}${head === undefined ? after : after.replace(usualTitle, () => head)}`)
    );
  };
}

const usualTitle = '<title>Agent Home</title>';

/** Addresses of the web UI (apps/console/src/app.tsx); the API has no routes below them. */
const pageAddress = /^\/(topics|agents|circles|tasks|search|office|sign-in)(\/|$)/;

/**
 * Returns true if a request without an API route gets the web UI: at the UI's own addresses for any accepted type, because link
 * previews request it so; elsewhere for clients that accept HTML explicitly.
 */
export function asksForPage(request: FastifyRequest): boolean {
  const { method, url, headers } = request;
  const [path = ''] = url.split('?', 1);
  const { accept = '*/*' } = headers;
  if ((method !== 'GET' && method !== 'HEAD') || /^\/(v1|assets)(\/|$)/.test(path)) return false;
  return /text\/html/.test(accept) || (pageAddress.test(path) && /(text|\*)\/\*/.test(accept));
}
