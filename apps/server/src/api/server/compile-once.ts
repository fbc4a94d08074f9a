import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { serializerCompiler } from 'fastify-zod-openapi';
import type { ZodType } from 'zod';

type Serialize = ReturnType<typeof serializerCompiler>;

const compiled = new WeakMap<ZodType, Map<string, Serialize>>();

/**
 * Compiles the serializer of a response once in a process, because several servers may have the same routes. All are compiled at the
 * start: together in the first responses they would stop the event loop.
 */
export const compileOnce: FastifySerializerCompiler<ZodType> = (route) => {
  const ofSchema = compiled.get(route.schema) ?? new Map<string, Serialize>();
  compiled.set(route.schema, ofSchema);
  // A serializer names its route in errors.
  const name = JSON.stringify([route.method, route.url, route.httpStatus]);
  const serialize = ofSchema.get(name) ?? serializerCompiler(route);
  ofSchema.set(name, serialize);
  return serialize;
};
