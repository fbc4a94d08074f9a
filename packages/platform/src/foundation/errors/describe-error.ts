const maxMessage = 600;
const maxDepth = 5;
const maxSiblings = 4;

interface ErrorDescription {
  type: string;
  message: string;
  code?: string;
  /** Table named by a PostgreSQL error. Values are never reported. */
  table?: string;
  column?: string;
  constraint?: string;
  routine?: string;
  stack?: string;
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
}

/**
 * Describes an error for a log or a user. Statements, parameters, rows and clients that drivers attach to their errors are left
 * out, because they contain private data of callers and others.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: toMessage(error) };
  const { code, table_name, column_name, constraint_name, routine } = error as unknown as Record<
    string,
    unknown
  >;
  const isDeep = depth >= maxDepth;
  const siblings = error instanceof AggregateError && !isDeep ? error.errors.slice(0, maxSiblings) : [];
  return {
    type: error.name,
    message: toMessage(error),
    ...named('code', code),
    ...(isOfPostgres(error)
      ? {
          ...named('table', table_name),
          ...named('column', column_name),
          ...named('constraint', constraint_name),
          ...named('routine', routine),
        }
      : {}),
    ...named('stack', collectFrames(error)),
    ...(error.cause === undefined || isDeep ? {} : { cause: describeError(error.cause, depth + 1) }),
    ...(siblings.length === 0 ? {} : { errors: siblings.map((one) => describeError(one, depth + 1)) }),
  };
}

/** Returns the message of an error, without text that quotes a statement or its values. */
export function toMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, maxMessage);
  if (isOfStatement(error)) {
    const { cause } = error;
    return cause instanceof Error ? `a statement failed: ${toMessage(cause)}` : 'a statement failed';
  }
  if (isOfPostgres(error) && !saysNothingGiven.test(error.code))
    return `PostgreSQL refused it (${error.code})`;
  return error.message.slice(0, maxMessage);
}

/** Classes of PostgreSQL errors whose messages are logged: unlike others, they quote no values or statements. */
const saysNothingGiven = /^(08|25|28|3D|40|53|55|57)/;

/** Returns true for an error of drizzle, whose message is the statement with all its parameters. */
function isOfStatement(error: Error): boolean {
  return 'query' in error && 'params' in error;
}

/** Returns true for an error of PostgreSQL, from either driver. */
function isOfPostgres(error: Error): error is Error & { code: string } {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof severity === 'string' && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
}

/** Returns the stack lines with locations, without the message above them. */
function collectFrames(error: Error): string | undefined {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return frames.length === 0 ? undefined : frames.slice(0, 7).join('\n');
}

function named<Name extends string>(name: Name, value: unknown): { [Key in Name]?: string } {
  return typeof value === 'string' ? ({ [name]: value } as { [Key in Name]?: string }) : {};
}
