import { specRoutes } from '@agent-home/http-contract';
import {
  listSpecs,
  listSpecVersions,
  readSpec,
  readSpecSet,
  registerSpec,
  type SpecReader,
  specReaderOf,
  withdrawSpec,
} from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { acting } from '../../authentication/acting.ts';
import { audited } from '../../authentication/audited.ts';
import { ApiError } from '../../errors/api-error.ts';
import { asTyped } from '../../routing/as-typed.ts';
import type { Routes } from '../../routing/route-types.ts';

/** Registers the routes for the specs of owners, which their agents may read. */
export function registerSpecs(routes: Routes): void {
  registerReading(routes);
  registerWriting(routes);
}

function registerReading({ app, context, served }: Routes): void {
  const { database } = context.platform;

  app.route({
    ...served(specRoutes.list),
    handler: async (request, reply) =>
      asTyped(reply, await listSpecs(database, request.query, getReader(request))),
  });

  app.route({
    ...served(specRoutes.listVersions),
    handler: async (request, reply) =>
      asTyped(reply, await listSpecVersions(database, request.params, getReader(request))),
  });

  app.route({
    ...served(specRoutes.read),
    handler: async (request, reply) =>
      asTyped(reply, await readSpec(database, asPlain(request.params), getReader(request))),
  });

  app.route({
    ...served(specRoutes.readSet),
    handler: async (request, reply) =>
      asTyped(reply, await readSpecSet(database, asPlain(request.params), getReader(request))),
  });
}

function registerWriting({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(specRoutes.register),
    handler: async (request, reply) => {
      const actor = acting(request, 'cards');
      const place = asPlain(request.params);
      const acted = audited(platform, request, { action: 'spec.register', target: getTarget(place) });
      const { registered, isNew } = await registerSpec(acted, place, request.body, actor);
      return reply.code(isNew ? 201 : 200).send(registered);
    },
  });

  app.route({
    ...served(specRoutes.withdraw),
    handler: async (request) => {
      const actor = acting(request, 'cards');
      const place = asPlain(request.params);
      const acted = audited(platform, request, { action: 'spec.withdraw', target: getTarget(place) });
      return withdrawSpec(acted, place, actor);
    },
  });
}

/** An agent reads the specs of its owner, an owner its own, and a role with `office.read` all. */
function getReader({ agent, token }: FastifyRequest): SpecReader {
  if (agent) return specReaderOf(agent);
  if (!token)
    throw new ApiError('unauthenticated', 'the bearer token is missing or not valid; send a valid one');
  return token.role === 'owner' ? { role: 'owner', ownerId: token.ownerId } : { role: 'admin' };
}

function asPlain<Place extends { version: string }>(place: Place): Place {
  return { ...place, version: place.version.replace(/^v/, '') };
}

function getTarget({ kind, name, version }: { kind: string; name: string; version: string }): string {
  return `specs/${kind}/${name}/${version}`;
}
