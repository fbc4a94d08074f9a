import type { Bucket } from './bucket.ts';
import type { HomeFindings } from './findings-of-home.ts';
import type { HomeUnderTest } from './home-under-test.ts';
import type { KitAgent } from './kit-agent.ts';
import type { Schemas } from './schemas.ts';
import type { ServerKitOptions } from './server-options.ts';

/** Dependencies shared by the checks of one run. */
export interface Run {
  options: ServerKitOptions;
  home: HomeUnderTest;
  findings: HomeFindings;
  schemas: Schemas;
  bucket: Bucket;
  /** Two agents that do not know each other. */
  first: KitAgent;
  second: KitAgent;
  patienceMs: number;
}
