import { jsonSchemaSchema, schemaIndexSchema, schemaParamsSchema } from '@agent-home/http-contract';
import { ApiError } from '../../errors/api-error.ts';
import { asTyped } from '../../routing/as-typed.ts';
import type { Routes } from '../../routing/route-types.ts';
import { allSchemas, indexOf } from './all-schemas.ts';

/** Told to everybody, like `/openapi.json`: the formats are those of every home. */
export function registerSchemas({ app }: Routes): void {
  let schemas: ReturnType<typeof allSchemas> | undefined;
  const all = () => {
    schemas ??= allSchemas();
    return schemas;
  };

  app.get(
    '/v1/schemas',
    {
      schema: {
        summary:
          'Every JSON Schema of objects, requests, answers and feed events, and the table of object keys',
        response: { 200: schemaIndexSchema },
      },
    },
    async (_, reply) => asTyped(reply, indexOf(all())),
  );

  app.get(
    '/v1/schemas/:name',
    {
      schema: {
        summary: 'One JSON Schema',
        params: schemaParamsSchema,
        response: { 200: jsonSchemaSchema },
      },
    },
    async (request, reply) => {
      const found = all().get(request.params.name);
      if (!found) throw new ApiError('not_found', 'there is no schema of this name; see /v1/schemas');
      return asTyped(reply, found.schema);
    },
  );
}
