import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * Returns the home folder of the user: HOME where it is absolute, else the one that the system has. A relative HOME would let an
 * untrusted project set what holds for every project.
 */
export function userHome(home = homedir()): string {
  return isAbsolute(home) ? home : userInfo().homedir;
}
