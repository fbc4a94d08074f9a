import type { UsedNonce } from '@agent-home/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context/api-context.ts';
import { ApiError } from '../errors/api-error.ts';
import { getAddress } from '../server/client-address.ts';
import { verifyRequestSignature } from './verify-request-signature.ts';

/**
 * Accepts a request signed by a known key, within its rate limit. Returns its nonce, which the caller must use: otherwise an
 * eavesdropper could repeat the request as long as its signature is fresh.
 */
type RequireSignature = (
  request: FastifyRequest,
  findPublicKey: (keyId: string) => Promise<Uint8Array | undefined>,
) => Promise<UsedNonce>;

export function createSignatureCheck(app: FastifyInstance, context: ApiContext): RequireSignature {
  const { platform, options } = context;
  const authorities = new Set(options.authorities.map((authority) => authority.toLowerCase()));
  const checkAgentRate = app.createRateLimit({
    max: options.requestsPerMinutePerAgent,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => `agent ${request.principal ?? getAddress(request)}`,
  });

  return async (request, findPublicKey) => {
    const { rawBody: body } = request;
    const now = platform.now();
    const { method, headers } = request;
    const sent = { method, target: request.raw.url ?? '', headers };
    const signedBy = await verifyRequestSignature({ request: sent, body, now, authorities, findPublicKey });
    request.principal = signedBy.keyId;
    const rate = await checkAgentRate(request);
    if (!rate.isAllowed && rate.isExceeded) {
      throw new ApiError('rate_limited', 'too many requests; retry after the time in Retry-After', {
        retryAfterSeconds: rate.ttlInSeconds,
      });
    }
    return signedBy;
  };
}
