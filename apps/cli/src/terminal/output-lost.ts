/**
 * Returns the exit code of a command whose output cannot be written: 0, quietly, if its reader has gone, as `head` does when it has
 * read enough, else 1 with one line, as on a full disk.
 */
export function outputLost({ code = 'unknown' }: NodeJS.ErrnoException): 0 | 1 {
  if (code === 'EPIPE') return 0;
  console.error(`agent-home: standard output cannot be written: ${code} [output_not_written]`);
  return 1;
}
