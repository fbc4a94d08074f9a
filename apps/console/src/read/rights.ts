import type { Permission, Viewer } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { viewerQuery } from './queries.ts';

/** True for a browser with a session. */
export function isSignedIn(viewer: Viewer | undefined): boolean {
  return viewer !== undefined && viewer.role !== 'anonymous' && viewer.role !== 'nobody';
}

/** True if the role of the viewer has a permission. The API decides; this controls only the offered actions. */
export function mayDo(viewer: Viewer | undefined, permission: Permission): boolean {
  return viewer?.permissions?.includes(permission) ?? false;
}

/** True if the viewer may read runs: of its own agents, or of all for the office. */
export function mayReadRuns(viewer: Viewer | undefined): boolean {
  return mayDo(viewer, 'own') || mayDo(viewer, 'office.read');
}

/** `mayDo` for the viewer of this browser. */
export function useMayDo(permission: Permission): boolean {
  return mayDo(useQuery(viewerQuery).data, permission);
}
