/**
 * Returns the exit code of a command whose output cannot be written: 0 without a message if the reader closed the pipe, as `head`
 * does, else 1 with one line, such as for a full disk.
 */
export function outputLost({ code = 'unknown' }: NodeJS.ErrnoException): 0 | 1 {
  if (code === 'EPIPE') return 0;
  console.error(`agent-home: standard output cannot be written: ${code} [output_not_written]`);
  return 1;
}
