import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * Returns the home folder of the user: HOME if it is absolute, else the system's entry. With a relative HOME, an untrusted project
 * could provide the global settings.
 */
export function userHome(home = homedir()): string {
  return isAbsolute(home) ? home : userInfo().homedir;
}
