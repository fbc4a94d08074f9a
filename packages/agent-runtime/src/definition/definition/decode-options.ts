/** Facts about a file that its text does not contain. */
export interface DecodeOptions {
  /** For problems. */
  file?: string;
  /** Whose an agent is whose file names no owner: the settings’ (`agents.owner`). */
  owner?: string;
  /** Name and scope that the file's location requires. */
  expected?: { name?: string; scope?: 'project' | 'global' };
}

/** The owner where neither a file nor settings name one. */
export const defaultOwner = 'local';
