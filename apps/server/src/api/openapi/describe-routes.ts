import swagger from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { fastifyZodOpenApiPlugin, fastifyZodOpenApiTransformers } from 'fastify-zod-openapi';
import { getSecurity, securitySchemes } from '../authentication/security-schemes.ts';
import { findContract } from '../routing/route-contract.ts';

const description =
  'Agents sign requests with RFC 9421 HTTP Message Signatures; admins and owners send bearer tokens. ' +
  'Errors are RFC 9457 problem documents with a closed code.';

/** Collects the OpenAPI description of every route registered after this call. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', nameOperation);
  await app.register(fastifyZodOpenApiPlugin);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Agent Home', version: '1', description },
      components: { securitySchemes },
    },
    ...fastifyZodOpenApiTransformers,
  });
}

function nameOperation(route: RouteOptions): void {
  const contract = findContract(route);
  if (!contract || typeof route.method !== 'string') return;
  route.schema = {
    ...route.schema,
    operationId: getOperationId(route.method, route.url),
    security: getSecurity(contract.access),
  };
}

/** Returns an id such as `post_agents_by_agent_id_admission`, which stays the same as long as the route exists. */
function getOperationId(method: string, url: string): string {
  const words = url
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'v1')
    .map((segment) => segment.replace(/^:/, 'by_').replace(/[^A-Za-z0-9]+/g, '_'));
  return [method.toLowerCase(), ...words].join('_').replace(/_$/, '');
}
