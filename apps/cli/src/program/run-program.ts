import type { Command } from 'commander';
import { isCommandError } from '../errors/command-error.ts';
import { outputLost } from '../terminal/output-lost.ts';

/**
 * Runs what was typed, and says on one line why where it fails.
 * @param plainLine what to say of an error that is not in words of ours
 */
export async function runProgram(
  program: Command,
  plainLine: (error: unknown) => Promise<string>,
): Promise<void> {
  process.stdout.on('error', leave);
  // Help ends the process before the stream has reported what it could not write.
  process.once('exit', leaveErrored);
  // Nothing can be reported where errors are printed: the exit code stays.
  process.stderr.on('error', () => undefined);
  try {
    await program.parseAsync();
  } catch (error) {
    const { alarming } = await import('../terminal/colours.ts');
    const line = isCommandError(error) ? `${error.message} [${error.code}]` : await plainLine(error);
    console.error(`${alarming('agent-home:')} ${line}`);
    if (wantsJson(process.argv) && !(isCommandError(error) && error.isPrinted)) {
      const { jsonDocument, jsonLine } = await import('../terminal/json-document.ts');
      const code = isCommandError(error) ? error.code : 'failed';
      const message = isCommandError(error) ? error.message : await plainLine(error);
      const print = wantsLines(process.argv) ? jsonLine : jsonDocument;
      console.log(print({ error: { code, message } }));
    }
    process.exitCode = isCommandError(error) ? error.exitCode : 1;
  }
  // What could not be closed in its time – the client of a queue that is away tries on for ever – keeps no command alive
  // that has ended: an api that failed at its start would be up for its supervisor, and listen nowhere.
  setTimeout(() => process.exit(), 2_000).unref();
}

function leave(error: NodeJS.ErrnoException): never {
  process.off('exit', leaveErrored);
  process.exit(outputLost(error));
}

function leaveErrored(): void {
  const { errored } = process.stdout;
  // A command that watches its output has reported it.
  if (errored && process.stdout.listeners('error').includes(leave)) process.exitCode = outputLost(errored);
}

/** Whoever asked such a command for JSON is told in JSON, too, that it failed (S3-214). */
function wantsJson([, , group = '', ...words]: string[]): boolean {
  if (!['agents', 'approvals', 'ask', 'join', 'runs', 'specs', 'topic'].includes(group)) return false;
  return words.some(
    (word, at) =>
      word === '--json' ||
      /^--format=(json|events)$/.test(word) ||
      (word === '--format' && /^(json|events)$/.test(words[at + 1] ?? '')),
  );
}

/** Whoever reads events line by line reads this as the last of them. */
function wantsLines([, , group, command, ...words]: string[]): boolean {
  const isOfLines = command === (group === 'agents' ? 'run' : 'read') && /^(agents|topic)$/.test(group ?? '');
  return isOfLines && words.includes('--json');
}
