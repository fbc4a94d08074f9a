import { normalForm } from '@agent-home/protocol';

import { ToolFailure } from '../../outcomes/tool-failure.ts';
import type { ProjectPath } from './project-path.ts';

/**
 * Names that file tools never open, at any depth: files of git (a hook or a setting there is executed later), the state of this
 * home, and names that indicate keys. This keeps honest agents from secrets that they come across. `bash` can still read them and
 * is decided on separately.
 */
const guarded: { holds: string; names: RegExp }[] = [
  { holds: 'belongs to git: use git_commit', names: /^(\.git|git~\d+)$/ },
  { holds: 'is the state of this home', names: /^\.agent-home$/ },
  {
    holds: 'holds secrets by its name',
    names:
      /^(\.env(\.(?!example$|sample$|template$|dist$).*)?|\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.git-credentials|id_(rsa|dsa|ecdsa|ed25519)(_sk)?|.*\.(pem|p12|pfx|jks|keystore|kdbx|ppk))$/,
  },
];

const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\..*)?$/;

/** @throws ToolFailure `hidden_path`, `invalid_path` */
export function refuseGuardedNames(path: ProjectPath): void {
  for (const name of path.names) {
    const folded = foldName(name);
    if (devices.test(folded))
      throw new ToolFailure('invalid_path', `${name} is a device name on some systems: use another name`);
    const holds = findGuardedName(folded);
    if (holds !== undefined) throw new ToolFailure('hidden_path', `${path.shown}: ${name} ${holds}`);
  }
}

/** Returns true if listings leave the name out. */
export function isGuardedName(name: string): boolean {
  return findGuardedName(foldName(name)) !== undefined;
}

function findGuardedName(folded: string): string | undefined {
  return guarded.find(({ names }) => names.test(folded))?.holds;
}

/**
 * Returns a name as the most lenient file system would read it: case and width folded, without invisible characters, and without
 * trailing dots and blanks, which some systems drop. A colon starts the name of a stream of the same file.
 */
export function foldName(name: string): string {
  const plain = normalForm(name, 'NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();
  const withoutStream = plain.indexOf(':') > 0 ? plain.slice(0, plain.indexOf(':')) : plain;
  return withoutStream.replace(/[. ]+$/, '');
}
