import { type Change, changesIn } from '../source-mutations/changes.ts';

/** A mutation for one row of `openspec/seed-coverage.md`: the test that the row names must fail with it. */
export interface SeedMutation {
  /** Broken rule, as a sentence. */
  breaks: string;
  changes: readonly Change[];
}

/** Mutations by row: `5.1`; `5.1b` for the second row of a scenario. */
export type SeedMutations = Readonly<Record<string, SeedMutation>>;

export const mutation = (breaks: string, ...changes: Change[]): SeedMutation => ({ breaks, changes });

export const inAccess = changesIn('packages/access');
export const inCli = changesIn('apps/cli');
export const inModes = changesIn('packages/modes');
export const inPlatform = changesIn('packages/platform');
export const inSdk = changesIn('packages/sdk');
