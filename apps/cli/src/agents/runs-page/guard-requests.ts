import type { FastifyRequest } from 'fastify';
import { PageProblem } from './page-problem.ts';

/** Hosts by which this machine is reached. A name of somebody else's could be made to lead here (DNS rebinding). */
const ownHost = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/;

/**
 * Rejects requests that change something, and those that a page of another origin makes. A tunnel may have another port, so the
 * port of `Host` is not compared; `Origin` has to name the same one.
 * @throws PageProblem `method_not_allowed`, `foreign_host`, `foreign_origin`
 */
export function guardRequest({ method, headers, url }: FastifyRequest): void {
  if (method !== 'GET' && method !== 'HEAD') throw new PageProblem('method_not_allowed');
  const { host = '', origin } = headers;
  if (!ownHost.test(host)) throw new PageProblem('foreign_host');
  if (origin !== undefined && origin !== `http://${host}`) throw new PageProblem('foreign_origin');
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'same-origin' || site === 'none') return;
  // A link in a file or a mail opens the runs page; its secret is the permission.
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (!isNavigation || !url.startsWith('/open/')) throw new PageProblem('foreign_origin');
}

/** Headers of every response: nothing of it is stored, framed, sniffed, embedded or sent on. */
export const guardHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;
