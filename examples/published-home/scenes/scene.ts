import type { Cast } from '../cast.ts';
import type { ExampleHome } from '../example-home.ts';

/** What every scene plays with. */
export interface Scene {
  home: ExampleHome;
  cast: Cast;
  /** Of the owner everybody here belongs to. */
  ownerToken: string;
}
