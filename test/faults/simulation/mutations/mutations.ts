import type { Mutation } from '../../../meta/source-mutations/changes.ts';
import { hostileMutations } from './hostile-mutations.ts';
import { judgingMutations } from './judging-mutations.ts';
import { mirroringMutations } from './mirroring-mutations.ts';
import { runtimeMutations } from './runtime-mutations.ts';

export const mutations: readonly Mutation[] = [
  ...judgingMutations,
  ...mirroringMutations,
  ...hostileMutations,
  ...runtimeMutations,
];

export function findMutation(name: string): Mutation {
  const found = mutations.find((mutation) => mutation.name === name);
  if (!found) throw new Error(`there is no mutation ${name}: ${mutations.map((one) => one.name).join(', ')}`);
  return found;
}
