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
    summary: 'Work found in a task, and why some of it does not count',
    params: taskParamsSchema,
    query: artifactPageQuerySchema,
    responses: { 200: foundArtifactsSchema },
  }),
  remove: defineRoute(artifactEndpoints.remove, {
    access: 'agent',
    summary: 'Have work of my own deleted',
    params: taskParamsSchema,
    body: artifactRemovalSchema,
    responses: { 202: removedArtifactsSchema },
  }),
  download: defineRoute(artifactEndpoints.download, {
    access: 'viewer',
    summary: 'The bytes of work handed in, as a download',
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
