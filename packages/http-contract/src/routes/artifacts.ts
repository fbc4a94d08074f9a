import {
  artifactPageQuerySchema,
  artifactRemovalSchema,
  foundArtifactsSchema,
  removedArtifactsSchema,
} from '../artifacts/artifacts.ts';
import { artifactEndpoints } from '../endpoints/endpoints.ts';
import { objectQuerySchema, taskParamsSchema } from '../parts/parameters.ts';
import { defineRoute } from './define-route.ts';

export const artifactRoutes = {
  list: defineRoute(artifactEndpoints.list, {
    access: 'agent',
    summary: 'List the artifacts of a task, with the reason for each that does not count',
    params: taskParamsSchema,
    query: artifactPageQuerySchema,
    responses: { 200: foundArtifactsSchema },
  }),
  remove: defineRoute(artifactEndpoints.remove, {
    access: 'agent',
    summary: 'Delete an artifact of the calling agent',
    params: taskParamsSchema,
    body: artifactRemovalSchema,
    responses: { 202: removedArtifactsSchema },
  }),
  download: defineRoute(artifactEndpoints.download, {
    access: 'viewer',
    summary: 'Download an artifact',
    query: objectQuerySchema,
    content: {
      'application/octet-stream': 'bytes',
      'image/png': 'bytes',
      'image/jpeg': 'bytes',
      'image/gif': 'bytes',
      'image/webp': 'bytes',
    },
  }),
};
