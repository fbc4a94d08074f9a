/**
 * Whether there is a process of that number, whoever's it is. Every command asks this at its start: the same function
 * of local-postgres comes with PostgreSQL's client, which takes longer to load than most commands to run.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
