import { pathTo, schemaRoutes } from '@agent-home/http-contract';
import { ApiError } from '../../errors/api-error.ts';
import { asTyped } from '../../routing/as-typed.ts';
import type { Routes } from '../../routing/route-types.ts';
import { allSchemas, indexOf } from './all-schemas.ts';

/** Public like `/openapi.json`: the formats are the same in every home. */
export function registerSchemas({ app, served }: Routes): void {
  let schemas: ReturnType<typeof allSchemas> | undefined;
  const all = () => {
    schemas ??= allSchemas();
    return schemas;
  };

  app.route({ ...served(schemaRoutes.list), handler: async (_, reply) => asTyped(reply, indexOf(all())) });

  app.route({
    ...served(schemaRoutes.show),
    handler: async (request, reply) => {
      const found = all().get(request.params.name);
      if (!found)
        throw new ApiError('not_found', `the schema does not exist; see ${pathTo(schemaRoutes.list)}`);
      return asTyped(reply, found.schema);
    },
  });
}
