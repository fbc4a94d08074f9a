import { ProgramFailedError, runApart } from './run-apart.ts';

export interface SystemUser {
  uid: number;
  gid: number;
}

/** Returns an existing user for PostgreSQL, which refuses to run as root. */
export async function unprivilegedUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const user = await lookUp(name);
    if (user) return user;
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has no unprivileged user postgres or `nobody`',
  );
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([runApart('id', ['-u', name]), runApart('id', ['-g', name])]);
    return { uid: Number(uid), gid: Number(gid) };
  } catch (error) {
    // The program exited with a refusal; any other failure says nothing about the user.
    if (error instanceof ProgramFailedError && error.exitCode === 1) return undefined;
    throw error;
  }
}
