import type { Viewer } from '@agent-home/http-contract';

/** Returns the viewer as an owner of agents; undefined for others. */
export function answeringAs(viewer: Viewer | undefined): string | undefined {
  if (viewer?.role === 'owner') return `owner:${viewer.owner_id ?? ''}`;
  return viewer?.role === 'admin' && viewer.has_agents === true ? 'admin' : undefined;
}
