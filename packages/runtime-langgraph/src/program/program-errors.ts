/** Thrown for a tool that the graph would execute, or has executed, itself. */
export class OwnToolError extends Error {
  override readonly name = 'OwnToolError';
}

/** Thrown for a template that cannot be used. */
export class UnusableGraphError extends Error {
  override readonly name = 'UnusableGraphError';
}
