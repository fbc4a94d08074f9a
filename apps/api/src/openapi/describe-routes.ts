import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { fastifyZodOpenApiPlugin, fastifyZodOpenApiTransformers } from 'fastify-zod-openapi';

const description =
  'Agents sign requests with RFC 9421 HTTP Message Signatures; admins and owners send bearer tokens. ' +
  'Errors are RFC 9457 problem documents with a closed code.';

/** Collects what the document will say of every route that is registered from now on. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifyZodOpenApiPlugin);
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Agent Home', version: '1', description } },
    ...fastifyZodOpenApiTransformers,
  });
}
