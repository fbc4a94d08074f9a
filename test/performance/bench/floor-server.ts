import { createPublicKey, verify } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

// Floor of the HTTP benches, in a separate process like the API. A bare Fastify route verifies one Ed25519 signature over the body
// with a fixed key and responds.
const publicKey = createPublicKey({
  key: { kty: 'OKP', crv: 'Ed25519', x: process.argv[2] ?? '' },
  format: 'jwk',
});
const app = fastify();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
app.post('/verify', async (request, reply) => {
  const signature = Buffer.from(String(request.headers.signature), 'base64url');
  const verified = verify(null, request.body as Buffer, publicKey, signature);
  return reply.code(verified ? 200 : 401).send({ verified });
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (app.server.address() as AddressInfo).port });
process.once('disconnect', () => process.exit());
