import { searchEndpoints } from '../endpoints/endpoints.ts';
import { searchAnswerSchema, searchQuerySchema } from '../search/search.ts';
import { defineRoute } from './define-route.ts';

export const searchRoutes = {
  search: defineRoute(searchEndpoints.search, {
    access: 'viewer',
    summary: 'Topics, agents and lines with these words, or with this piece of Chinese',
    query: searchQuerySchema,
    responses: { 200: searchAnswerSchema },
  }),
};
