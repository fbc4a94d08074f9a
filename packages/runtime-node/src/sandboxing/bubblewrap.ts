import { depthOf, foldersBetween, isInside, type Layout } from './layout.ts';

/** File descriptor on which bubblewrap reads the filter of system calls. */
export const filterDescriptor = 3;

/** Bytes that a command may write to each of its own folders, which are in memory. */
const privateBytes = 1024 ** 3;

interface Mount {
  at: string;
  /** Order of mounts at the same path: the last one is seen. */
  rank: number;
  arguments: readonly string[];
}

/**
 * Returns the arguments of bubblewrap for a command in a sandbox. Mounts are ordered by depth, so that a rule for a folder inside
 * another one always prevails.
 */
export function bubblewrapArguments(layout: Layout, command: readonly string[]): string[] {
  const hidden = [...layout.emptyFolders, ...layout.readOnly];
  const roots = [layout.project, ...layout.writable.filter((path) => !isInside(hidden, path))];
  const between = hidden.flatMap((path) => foldersBetween(roots, path));
  // A read-only mount must not bring back a part of a folder that appears empty.
  const isSeen = (path: string) =>
    layout.emptyFolders.every(
      (folder) =>
        !isInside([folder], path) || roots.some((root) => isInside([folder], root) && isInside([root], path)),
    );
  const mounts: Mount[] = [
    { at: '/dev', rank: 1, arguments: ['--dev', '/dev'] },
    { at: '/proc', rank: 1, arguments: ['--proc', '/proc'] },
    ...[...layout.privateFolders, '/dev/shm'].map((at) => ({
      at,
      rank: 1,
      arguments: ['--size', String(privateBytes), '--tmpfs', at],
    })),
    ...layout.socketFolders.map((at) => ({ at, rank: 1, arguments: ['--tmpfs', at] })),
    ...[...roots, ...between].map((at) => ({ at, rank: 2, arguments: ['--bind', at, at] })),
    ...[...layout.readable, ...layout.readOnly.filter(isSeen)].map((at) => ({
      at,
      rank: 3,
      arguments: ['--ro-bind', at, at],
    })),
    ...layout.emptyFolders.map((at) => ({ at, rank: 4, arguments: ['--tmpfs', at] })),
    ...layout.emptyFiles.map((at) => ({ at, rank: 4, arguments: ['--ro-bind', '/dev/null', at] })),
  ];
  const ordered = mounts.sort((one, other) => depthOf(one.at) - depthOf(other.at) || one.rank - other.rank);
  // The kernel's settings in /proc belong to root, and root owns them without any capability as well.
  const frozen = ['/proc', '/dev', ...layout.socketFolders, ...layout.emptyFolders].filter(
    (at) => !roots.includes(at),
  );
  return [
    ...[
      '--unshare-user',
      '--disable-userns',
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--unshare-cgroup-try',
    ],
    ...(layout.network ? [] : ['--unshare-net']),
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--seccomp', String(filterDescriptor)],
    ...['--ro-bind', '/', '/'],
    ...ordered.flatMap((mount) => mount.arguments),
    ...frozen.flatMap((at) => ['--remount-ro', at]),
    ...['--chdir', layout.project, '--', ...command],
  ];
}
