/** What commands about definitions have in common. */
export interface ProjectFlags {
  /** The folder that has `agents/`. */
  project?: string;
  format: 'table' | 'json';
}
