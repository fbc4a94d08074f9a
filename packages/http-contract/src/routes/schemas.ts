import { schemaEndpoints } from '../endpoints/endpoints.ts';
import { jsonSchemaSchema, schemaIndexSchema, schemaParamsSchema } from '../schemas/schemas.ts';
import { defineRoute } from './define-route.ts';

export const schemaRoutes = {
  list: defineRoute(schemaEndpoints.list, {
    access: 'everybody',
    summary: 'List the JSON Schemas of objects, requests, responses and feed events, and the object keys',
    responses: { 200: schemaIndexSchema },
  }),
  show: defineRoute(schemaEndpoints.show, {
    access: 'everybody',
    summary: 'Get a JSON Schema',
    params: schemaParamsSchema,
    responses: { 200: jsonSchemaSchema },
  }),
  openApi: defineRoute(schemaEndpoints.openApi, {
    access: 'everybody',
    summary: 'Get the OpenAPI document',
    content: { 'application/json': 'object' },
    ignoresUnknownQuery: true,
    isHidden: true,
  }),
};
