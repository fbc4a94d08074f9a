import type { FastifyInstance } from 'fastify';
import { faultOrdersSchema } from '../control/fault-orders.ts';
import { parseBody } from '../wire/parse-body.ts';
import { readWith } from '../wire/read-with.ts';
import { WireError } from '../wire/wire-error.ts';
import type { Services } from './services.ts';

/**
 * Adds the journal and faults, below `/-/`. Requests of web pages in a local browser are recognized by their origin or a foreign
 * host name, and rejected.
 */
export function addControlRoutes(app: FastifyInstance, services: Services): void {
  app.register(async (control) => {
    control.addHook('onRequest', async ({ headers }) => {
      const isLocal = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '');
      if (headers.origin !== undefined || !isLocal)
        throw new WireError('permission', 'Requests from a browser page are refused.');
    });
    control.get('/-/journal', async () => ({
      forgotten: services.journal.forgotten,
      requests: services.journal.entries(),
    }));
    control.delete('/-/journal', async (_request, reply) => {
      services.journal.clear();
      return reply.status(204).send();
    });
    control.get('/-/faults', async () => services.faults.waiting());
    control.post('/-/faults', async ({ body }) => {
      const orders = parseBody(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
      services.faults.set(readWith(faultOrdersSchema, orders));
      return services.faults.waiting();
    });
    control.delete('/-/faults', async (_request, reply) => {
      services.faults.set([]);
      return reply.status(204).send();
    });
  });
}
