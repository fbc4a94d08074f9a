import { schemaEndpoints } from '../endpoints/endpoints.ts';
import { jsonSchemaSchema, schemaIndexSchema, schemaParamsSchema } from '../schemas/schemas.ts';
import { defineRoute } from './define-route.ts';

export const schemaRoutes = {
  list: defineRoute(schemaEndpoints.list, {
    access: 'everybody',
    summary: 'Every JSON Schema of objects, requests, answers and feed events, and the table of object keys',
    responses: { 200: schemaIndexSchema },
  }),
  show: defineRoute(schemaEndpoints.show, {
    access: 'everybody',
    summary: 'One JSON Schema',
    params: schemaParamsSchema,
    responses: { 200: jsonSchemaSchema },
  }),
  openApi: defineRoute(schemaEndpoints.openApi, {
    access: 'everybody',
    summary: 'The OpenAPI document',
    content: { 'application/json': 'object' },
    ignoresUnknownQuery: true,
    isHidden: true,
  }),
};
