import type { ProjectFlags } from './project-flags.ts';

/** What a call is asked for under. */
export interface ExplainFlags extends ProjectFlags {
  tainted: boolean;
  origin: string;
  time?: string;
  calls: string;
  servers: boolean;
}
