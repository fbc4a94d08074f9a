import { jsonOfErrors } from '../command-line/define-command.ts';
import { CommandError } from '../errors/command-error.ts';
import { outputLost } from '../terminal/output-lost.ts';
import { allCommands } from './all-commands.ts';
import { type Call, createProgram } from './create-program.ts';
import { overview } from './overview.ts';

/**
 * Runs the command line and prints the reason of a failure on one line.
 * @param plainLine returns a readable line for a foreign error
 */
export async function runProgram(
  version: string,
  plainLine: (error: unknown) => Promise<string>,
): Promise<void> {
  process.stdout.on('error', leave);
  // `--help` exits before the stream reports a failed write.
  process.once('exit', leaveErrored);
  // If standard error fails, no error can be printed; the exit code remains.
  process.stderr.on('error', () => undefined);
  let call: Call | undefined;
  try {
    if (process.argv.length <= 2) return console.log(overview(allCommands));
    const program = createProgram(version, (begun) => {
      call = begun;
    });
    await program.parseAsync();
  } catch (error) {
    const { alarming } = await import('../terminal/colours.ts');
    const line = error instanceof CommandError ? `${error.message} [${error.code}]` : await plainLine(error);
    console.error(`${alarming('agent-home:')} ${line}`);
    const json = call && jsonOfErrors(call.command, call.typed);
    if (json && !(error instanceof CommandError && error.isPrinted)) {
      const { jsonDocument, jsonLine } = await import('../terminal/json-document.ts');
      const code = error instanceof CommandError ? error.code : 'failed';
      const message = error instanceof CommandError ? error.message : await plainLine(error);
      const print = json === 'lines' ? jsonLine : jsonDocument;
      console.log(print({ error: { code, message } }));
    }
    process.exitCode = error instanceof CommandError ? error.exitCode : 1;
  }
  // Parts that cannot be closed in time must not keep an ended command alive, such as the client of an absent queue, which retries
  // forever. Otherwise an API that failed at its start would look alive to its supervisor without listening.
  setTimeout(() => process.exit(), 2_000).unref();
}

function leave(error: NodeJS.ErrnoException): never {
  process.off('exit', leaveErrored);
  process.exit(outputLost(error));
}

function leaveErrored(): void {
  const { errored } = process.stdout;
  // Commands that watch their output have already reported the error.
  if (errored && process.stdout.listeners('error').includes(leave)) process.exitCode = outputLost(errored);
}
