import { type ClientPackagesAnswer, clientCommands, packageRoutes } from '@agent-home/http-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../../errors/api-error.ts';
import {
  type ClientPackages,
  createClientPackages,
  type PackageSource,
} from '../../packages/client-packages.ts';
import { npmDocument } from '../../packages/npm-document.ts';
import { indexPage, simpleIndex, simpleProject } from '../../packages/package-pages.ts';
import { isOwnNpmName, npmPackageAt, packagePlaces, pythonProject } from '../../packages/package-places.ts';
import type { Routes } from '../../routing/route-types.ts';
import { homeUrl } from '../a2a/home-places.ts';

const hidden = { schema: { hide: true } };
const fileParams = z.object({ digest: z.string(), file: z.string() });
const restParams = z.object({ '*': z.string() });
const projectParams = z.object({ project: z.string() });

/** Serves client packages of the home's version without authentication: a machine without them cannot sign. */
export function registerClientPackages(routes: Routes): void {
  const { app, context, served } = routes;
  const { platform, options } = context;
  const source = options.packages;
  if (source === undefined) return;
  const packages = createClientPackages(source, (err) =>
    platform.log.error({ err }, 'the client packages cannot be served'),
  );
  const collectPlaces = (request: FastifyRequest) => packagePlaces(homeUrl(request, options.authorities));

  app.route({
    ...served(packageRoutes.list),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-cache');
      return getAnswer(packages, collectPlaces(request));
    },
  });
  app.get('/packages/', hidden, async (request, reply) => {
    const commands = clientCommands(homeUrl(request, options.authorities));
    const { run, sdk, create, python } = commands;
    const shown = [`${run} join --help`, ...sdk, `${create} my-agent -- --typescript`, python];
    return sendHtml(reply, indexPage(await getAnswer(packages, collectPlaces(request)), shown));
  });
  app.get('/packages', hidden, (_, reply) => reply.redirect('/packages/', 308));
  app.get('/packages/files/:digest/:file', hidden, (request, reply) =>
    sendFile(packages, fileParams.parse(request.params), reply),
  );
  registerNpm(routes, packages, source);
  registerPython(routes, packages, source);
}

/** Serves a registry for npm, pnpm and yarn: describes the home's packages and redirects other names to their registry. */
function registerNpm(
  { app, context }: Routes,
  packages: ClientPackages,
  { npmRegistry }: PackageSource,
): void {
  app.get('/packages/npm/*', hidden, async (request, reply) => {
    const path = restParams.parse(request.params)['*'];
    const name = npmPackageAt(path);
    if (name === undefined) throw notHere();
    // Own names are never redirected: a stranger could publish them elsewhere.
    if (!isOwnNpmName(name))
      return reply.redirect(`${npmRegistry}${path.replace(/^(@[^/]+)\//, '$1%2f')}`, 307);
    const { packages: listed } = await packages.list();
    const found = listed.find((one) => one.kind === 'npm' && one.name === path);
    if (found?.kind !== 'npm') throw notHere();
    const { file } = packagePlaces(homeUrl(request, context.options.authorities));
    return sendText(
      reply,
      'application/json; charset=utf-8',
      JSON.stringify(npmDocument(found, file(found))),
    );
  });
}

/** Serves an index by PEP 503 and redirects other projects to their index, so that pip needs no second one. */
function registerPython(
  { app, context }: Routes,
  packages: ClientPackages,
  { pythonIndex }: PackageSource,
): void {
  const wheels = async () => (await packages.list()).packages.filter((one) => one.kind === 'python');
  app.get('/packages/pypi/simple/', hidden, async (_, reply) =>
    sendHtml(reply, simpleIndex((await wheels()).map(({ name }) => name))),
  );
  app.get('/packages/pypi/simple/:project', hidden, (request, reply) => {
    const name = pythonProject(projectParams.parse(request.params).project);
    if (name === undefined) throw notHere();
    return reply.redirect(`/packages/pypi/simple/${name}/`, 308);
  });
  app.get('/packages/pypi/simple/:project/', hidden, async (request, reply) => {
    const name = pythonProject(projectParams.parse(request.params).project);
    if (name === undefined) throw notHere();
    const own = (await wheels()).filter((one) => one.name === name);
    if (own.length === 0) return reply.redirect(`${pythonIndex}${name}/`, 307);
    const { file } = packagePlaces(homeUrl(request, context.options.authorities));
    return sendHtml(reply, simpleProject(own.map((one) => ({ one, url: file(one) }))));
  });
}

async function getAnswer(
  packages: ClientPackages,
  places: ReturnType<typeof packagePlaces>,
): Promise<ClientPackagesAnswer> {
  const { version, packages: listed } = await packages.list();
  return {
    version,
    npm_registry: places.npmRegistry,
    python_index: places.pythonIndex,
    packages: listed.map((one) => {
      const { kind, name, file, bytes, sha256, integrity } = one;
      return { kind, name, version: one.version, file, url: places.file(one), bytes, sha256, integrity };
    }),
  };
}

/** @throws ApiError `not_found` for a file that is not listed */
async function sendFile(
  packages: ClientPackages,
  { digest, file }: z.infer<typeof fileParams>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { packages: listed } = await packages.list();
  const found = listed.find(
    (one) => one.file === file && one.sha256.startsWith(digest) && digest.length === 16,
  );
  if (!found) throw notHere();
  const content = await packages.read(found);
  return reply
    .headers({ 'cache-control': 'public, max-age=31536000, immutable', etag: `"${found.sha256}"` })
    .type(found.kind === 'npm' ? 'application/gzip' : 'application/zip')
    .send(content);
}

const notHere = () => new ApiError('not_found', 'the client package does not exist; see /packages/');

function sendHtml(reply: FastifyReply, text: string): FastifyReply {
  return sendText(reply, 'text/html; charset=utf-8', text);
}

function sendText(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type(type).send(text);
}
