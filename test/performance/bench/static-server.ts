import type { AddressInfo } from 'node:net';
import staticFiles from '@fastify/static';
import fastify from 'fastify';

// Floor of the projection, in a process of its own like the API: files of a folder by Fastify's plugin.
const app = fastify();
await app.register(staticFiles, { root: process.argv[2] ?? '' });
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (app.server.address() as AddressInfo).port });
process.once('disconnect', () => process.exit());
