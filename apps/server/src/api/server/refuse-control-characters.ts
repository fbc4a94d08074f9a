import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

/**
 * Refuses control characters in parameters: no name has any, and PostgreSQL does not accept a NUL. On every
 * route, so that no handler has to check. Headers are parsed by patterns, bodies by their schemas.
 */
export function refuseControlCharacters(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const given = [request.params, request.query] as Record<string, unknown>[];
    for (const values of given) {
      const found = Object.entries(values ?? {}).find(([, value]) => hasControlCharacter(value));
      if (found)
        return done(
          new ApiError('invalid_request', 'control characters are not allowed; remove them', {
            path: found[0],
          }),
        );
    }
    done();
  });
}

function hasControlCharacter(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasControlCharacter) : /\p{Cc}/u.test(String(value));
}
