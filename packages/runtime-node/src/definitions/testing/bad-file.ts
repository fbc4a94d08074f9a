import type { ProblemCode } from '@agent-home/agent-runtime/definition';

/** A file that is refused: where it lies in a project, what it holds, and with which code at which line it is refused. */
export type BadFile = [
  what: string,
  path: string,
  content: string | Uint8Array,
  code: ProblemCode,
  line: number,
];
