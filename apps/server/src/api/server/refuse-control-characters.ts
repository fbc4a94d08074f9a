import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

/**
 * Nothing that is looked for has control characters in its name, and PostgreSQL cannot even be asked for a NUL. On
 * every route, so that none has to think of it. Headers are read by patterns alone, bodies by their schemas.
 */
export function refuseControlCharacters(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const given = [request.params, request.query] as Record<string, unknown>[];
    for (const values of given) {
      const found = Object.entries(values ?? {}).find(([, value]) => hasControlCharacter(value));
      if (found)
        return done(
          new ApiError('invalid_request', 'control characters are not allowed', { path: found[0] }),
        );
    }
    done();
  });
}

function hasControlCharacter(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasControlCharacter) : /\p{Cc}/u.test(String(value));
}
