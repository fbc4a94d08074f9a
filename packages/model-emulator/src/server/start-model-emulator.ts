import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { FaultQueue, faultOrdersSchema } from '../control/fault-orders.ts';
import { Journal } from '../journal/journal.ts';
import { addControlRoutes } from './control-routes.ts';
import type { ModelEmulator, ModelEmulatorOptions } from './options.ts';
import type { Services } from './services.ts';
import { addVendorRoutes, refuseWith } from './vendor-routes.ts';

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Starts the emulator on the loopback interface. Rejects if the port is taken. */
export async function startModelEmulator(options: ModelEmulatorOptions): Promise<ModelEmulator> {
  const services: Services = {
    scripts: options.scripts,
    faults: new FaultQueue(),
    journal: new Journal(options.journalEntries),
    keys: options.keys && new Set(options.keys),
    inFlight: new Set(),
    log: options.log ?? (() => {}),
  };
  const setFaults: ModelEmulator['setFaults'] = (faults) =>
    services.faults.set(faultOrdersSchema.parse(faults));
  setFaults(options.faults ?? []);
  const app = buildApp(services);
  const url = await app.listen({ host: HOST, port: options.port ?? 0 });
  return {
    url,
    journal: () => services.journal.entries(),
    clearJournal: () => services.journal.clear(),
    setFaults,
    async close() {
      await app.close();
      await Promise.all(services.inFlight);
    },
  };
}

function buildApp(services: Services): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    frameworkErrors: refuseWith(services.log),
    genReqId: () => `req_${randomBytes(12).toString('hex')}`,
  });
  app.removeAllContentTypeParsers();
  // Reads every content type as bytes, whose hash the journal stores.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  addVendorRoutes(app, services);
  addControlRoutes(app, services);
  return app;
}
