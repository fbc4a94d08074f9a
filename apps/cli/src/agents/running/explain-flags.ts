import type { ProjectFlags } from './project-flags.ts';

/** Assumed conditions of a call. */
export interface ExplainFlags extends ProjectFlags {
  tainted: boolean;
  origin: string;
  time?: string;
  calls: string;
  servers: boolean;
}
