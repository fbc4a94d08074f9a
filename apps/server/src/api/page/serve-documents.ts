import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { sendProblem } from '../errors/problem.ts';

/** Content security policy of the documentation, which loads only its own files. The icons in its style sheet are data URLs. */
const documentsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const hidden = { schema: { hide: true } };

/**
 * Serves the built documentation at `/docs/`, each page at its address without `.html`.
 * @param folder output of `npm run build`; if undefined, no address of the documentation is found
 */
export async function serveDocuments(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined || !existsSync(join(folder, '404.html'))) return refuseDocuments(app);
  const files = addressedFiles(folder);
  const missingPage = readFileSync(join(folder, '404.html'), 'utf8');
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // The file name contains a hash of the content.
        const isHashed = relative(folder, path).startsWith(`assets${sep}`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        reply.header('content-security-policy', documentsPolicy);
      },
    });
    scope.get('/docs', hidden, (_, reply) => reply.redirect('/docs/', 308));
    scope.get('/docs/*', hidden, (request, reply) => {
      const { '*': address } = request.params as { '*': string };
      const file = files.get(address);
      if (file !== undefined) return reply.sendFile(file);
      if (files.has(`${address}/`)) return reply.redirect(`/docs/${address}/`, 308);
      return sendMissing(request, reply, missingPage);
    });
  });
}

/** Returns the files of the site by their addresses. No other file can be requested, by any spelling of a path. */
function addressedFiles(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((name) => name !== '404.html' && !name.endsWith('.gz'));
  return new Map(names.map((name) => [name.replace(/(^|\/)index\.html$|\.html$/, '$1'), name]));
}

function sendMissing(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  if (!/text\/html/.test(request.headers.accept ?? ''))
    return sendProblem(
      new ApiError('route_not_found', 'the documentation has no such page; see /docs/'),
      request,
      reply,
    );
  return reply
    .code(404)
    .headers({ 'content-security-policy': documentsPolicy, 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8')
    .send(page);
}

function refuseDocuments(app: FastifyInstance): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(
      new ApiError('route_not_found', 'this home has no documentation: build it with `npm run build`'),
      request,
      reply,
    );
  app.get('/docs', hidden, refuse);
  app.get('/docs/*', hidden, refuse);
}
