/**
 * Returns true if a process with this number exists, of any user. Every command calls this at its start: the
 * same function of local-postgres is loaded with PostgreSQL's client, which takes longer than most commands.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
