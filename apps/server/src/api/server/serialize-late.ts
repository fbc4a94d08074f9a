import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { serializerCompiler } from 'fastify-zod-openapi';
import type { ZodType } from 'zod';

/**
 * Compiles the serializer of a response when the first one is sent. Compiling those of all routes takes as long as the rest of the
 * start, and most routes of a process send none for hours.
 */
export const serializeLate: FastifySerializerCompiler<ZodType> = (route) => {
  let serialize: ReturnType<typeof serializerCompiler> | undefined;
  return (data) => {
    serialize ??= serializerCompiler(route);
    return serialize(data);
  };
};
