import { ProgramFailedError, runApart } from './run-apart.ts';

export interface SystemUser {
  uid: number;
  gid: number;
}

/** Whom PostgreSQL runs as when we are root, which it refuses; nobody else is created for it. */
export async function unprivilegedUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const user = await lookUp(name);
    if (user) return user;
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody');
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([runApart('id', ['-u', name]), runApart('id', ['-g', name])]);
    return { uid: Number(uid), gid: Number(gid) };
  } catch (error) {
    // It ended by itself and said no; whatever else happened says nothing of the user.
    if (error instanceof ProgramFailedError && error.exitCode === 1) return undefined;
    throw error;
  }
}
