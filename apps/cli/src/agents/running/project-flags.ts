/** Flags shared by commands about definitions. */
export interface ProjectFlags {
  /** The folder that has `agents/`. */
  project?: string;
  format: 'table' | 'json';
}
