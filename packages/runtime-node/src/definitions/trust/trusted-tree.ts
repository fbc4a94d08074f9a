import { ProjectChangedError } from '../../processes/project-changed-error.ts';
import { leftOut } from './left-out.ts';
import { changedPaths, hashOfTree, readTree, type SeenTree } from './project-tree.ts';
import { type ProjectTrust, realPath } from './project-trust.ts';
import { readSeenTree, writeSeenTree } from './seen-tree-file.ts';

/** Maximum number of paths that a refusal names. */
const mostNamed = 3;
const remedy = 'review the changes, then run agent-home agents trust';

/**
 * Rejects the start of a project's program unless every file that it could execute is unchanged since it was trusted. Unchanged
 * files are recognized by their times and inode, so that a second check reads no content.
 * @throws ProjectChangedError
 */
export function requireTrustedTree(
  places: { project: string; global: string },
  { pinned }: ProjectTrust,
): void {
  const key = realPath(places.project);
  const known = readSeenTree(places.global, key);
  if (!pinned?.tree || !known || hashOfTree(known) !== pinned.tree.sha256)
    throw new ProjectChangedError('project_changed', `${key} is trusted without pinned files: ${remedy}`);
  const except = leftOut(places.project, pinned.tree.except);
  const tree = readTree(places.project, { except, known, now: Date.now() });
  const changed = changedPaths(known, tree);
  if (changed.length > 0)
    throw new ProjectChangedError(
      'project_changed',
      `${named(changed)} changed since ${key} was trusted: ${remedy}`,
    );
  if (hasOtherTimes(known, tree)) writeSeenTree(places.global, key, tree);
}

function named(paths: readonly string[]): string {
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  return `${paths.slice(0, mostNamed).join(', ')}${more}`;
}

function hasOtherTimes(before: SeenTree, now: SeenTree): boolean {
  return Object.entries(now).some(([path, file]) =>
    file.some((value, index) => value !== before[path]?.[index]),
  );
}
