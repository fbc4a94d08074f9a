/** Facts about a file that its text does not contain. */
export interface DecodeOptions {
  /** File name in problems. */
  file?: string;
  /** Owner of agents whose file names none, from the settings (`agents.owner`). */
  owner?: string;
  /** Name and scope that the file's location requires. */
  expected?: { name?: string; scope?: 'project' | 'global' };
}

/** Owner if neither a file nor the settings name one. */
export const defaultOwner = 'local';
