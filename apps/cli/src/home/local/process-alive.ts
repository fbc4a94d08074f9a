/**
 * Returns true if a process with this number exists, of any user. Every command calls it at its start, so it is duplicated here:
 * importing it from local-postgres would load PostgreSQL's client, which takes longer than most commands.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
