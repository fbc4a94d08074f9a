import type { Cast } from '../cast.ts';
import type { ExampleHome } from '../example-home.ts';

/** Dependencies of every scene. */
export interface Scene {
  home: ExampleHome;
  cast: Cast;
  /** Token of the agents' owner. */
  ownerToken: string;
}
