export interface CommandErrorOptions extends ErrorOptions {
  /** True if the command printed its result all the same, with the fault in it. */
  isPrinted?: boolean;
}

/** Exit code of a command: 1 if it failed, 2 if it was called with invalid input. */
type ExitCode = 1 | 2;

/**
 * Error of a command, written for its user: it contains no text of a driver or a parser. `Code` is the closed union of its
 * subject's codes.
 */
export abstract class CommandError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly exitCode: ExitCode;
  readonly isPrinted: boolean;

  constructor(
    code: Code,
    message: string,
    { exitCode, isPrinted = false, ...options }: CommandErrorOptions & { exitCode: ExitCode },
  ) {
    super(message, options);
    this.code = code;
    this.exitCode = exitCode;
    this.isPrinted = isPrinted;
  }
}

/** Constructor of the errors of one subject. */
type ErrorsOf<Code extends string> = new (
  code: Code,
  message: string,
  options?: CommandErrorOptions,
) => CommandError<Code>;

interface ExitCodes<Code extends string> {
  exitCode: ExitCode;
  /** Codes with the other exit code. */
  except?: readonly Code[];
}

/** Defines the errors of one subject: their name in logs, their codes and the exit code of each. */
export function defineErrors<Code extends string>(
  name: string,
  { exitCode, except = [] }: ExitCodes<Code>,
): ErrorsOf<Code> {
  const exceptions = new Set<Code>(except);
  const other = exitCode === 1 ? 2 : 1;
  return class extends CommandError<Code> {
    override readonly name = name;

    constructor(code: Code, message: string, options: CommandErrorOptions = {}) {
      super(code, message, { ...options, exitCode: exceptions.has(code) ? other : exitCode });
    }
  };
}
