import type { Viewer } from '@agent-home/platform';

export interface Listener {
  viewer: Viewer;
  /** Writes one event. */
  send(event: 'hello' | 'away' | 'published' | 'presence' | 'records', data: object): void;
}
