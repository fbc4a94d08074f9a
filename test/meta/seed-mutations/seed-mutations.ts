import { circleRows } from './rows/circle-rows.ts';
import { credentialRows } from './rows/credential-rows.ts';
import { proposalRows } from './rows/proposal-rows.ts';
import { registryRows } from './rows/registry-rows.ts';
import { taskRows } from './rows/task-rows.ts';
import { trustRows } from './rows/trust-rows.ts';
import type { SeedMutations } from './seed-mutation.ts';

export const seedMutations: SeedMutations = {
  ...registryRows,
  ...credentialRows,
  ...taskRows,
  ...circleRows,
  ...proposalRows,
  ...trustRows,
};
