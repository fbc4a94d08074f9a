import type { ProblemCode } from '@agent-home/agent-runtime/definition';

/** A rejected file: its description, its path in a project, its content, and the code and line of its problem. */
export type BadFile = [
  what: string,
  path: string,
  content: string | Uint8Array,
  code: ProblemCode,
  line: number,
];
