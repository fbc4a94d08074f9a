/** Texts of one file, from the root of the repository. Each is there exactly once. */
export interface Planting {
  file: string;
  replace: [string, string][];
}

/** A bug planted when a process of the home loads its sources. */
export interface Mutation extends Planting {
  name: string;
  /** Where a bug needs more than one file to be one: what stood guard behind it. */
  also?: Planting[];
  /** Why it must be found. */
  harm: string;
}

export function plantingsOf({ file, replace, also = [] }: Mutation): Planting[] {
  return [{ file, replace }, ...also];
}
