import { userInfo } from 'node:os';

/** Returns the self-declared name of the user, which is the system's name for the user of this process. */
export function nameOfUser(): string {
  try {
    return userInfo().username.slice(0, 200).toWellFormed();
  } catch {
    return '';
  }
}
