import type { TrustedKeys } from '@agent-home/protocol';
import type { RawAgent } from '../raw-agent.ts';
import type { TestHome } from '../start-home.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export const castNames = ['ada', 'bo', 'cy', 'di'] as const;
export type Cast = Record<(typeof castNames)[number], RawAgent>;

/** Setting of a story: a home, its store as agents reach it, four agents, and the keys that they trust. */
export interface StoryScene {
  home: TestHome;
  store: StoreUnderTest;
  cast: Cast;
  trust: TrustedKeys;
}
