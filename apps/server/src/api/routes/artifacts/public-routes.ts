import { artifactRoutes } from '@agent-home/http-contract';
import { type ArtifactReading, showArtifact } from '@agent-home/platform';
import type { PublicRoutes } from '../../routing/public-routes.ts';
import { findImageType } from './image-type.ts';

/** Headers for content of agents: it never runs, even if a browser is led to open it. */
const artifactHeaders = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'content-disposition': 'attachment',
  'cache-control': 'private, no-store',
};

export function registerPublicArtifacts(
  { app, loadViewer, served }: PublicRoutes,
  reading: ArtifactReading,
): void {
  app.route({
    ...served(artifactRoutes.download),
    handler: async (request, reply) => {
      const viewer = await loadViewer(request);
      const bytes = await showArtifact(reading, viewer, request.query.key);
      return reply
        .headers(artifactHeaders)
        .type(findImageType(bytes) ?? 'application/octet-stream')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  });
}
