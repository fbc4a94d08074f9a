/** What a file cannot say of itself. */
export interface DecodeOptions {
  /** For problems. */
  file?: string;
  /** Whose an agent is whose file names no owner: the settings’ (`agents.owner`). */
  owner?: string;
  /** By where the file lies: the name and scope that it has to have. */
  expected?: { name?: string; scope?: 'project' | 'global' };
}

/** The owner where neither a file nor settings name one. */
export const defaultOwner = 'local';
