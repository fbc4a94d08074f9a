import { searchEndpoints } from '../endpoints/endpoints.ts';
import { searchAnswerSchema, searchQuerySchema } from '../search/search.ts';
import { defineRoute } from './define-route.ts';

export const searchRoutes = {
  search: defineRoute(searchEndpoints.search, {
    access: 'viewer',
    summary: 'Search topics, agents and messages by words or Chinese text',
    query: searchQuerySchema,
    responses: { 200: searchAnswerSchema },
  }),
};
