/** A part of CHANGELOG.md under `## VERSION`. */
export interface ReleaseNotes {
  version: string;
  notes: string;
}

/** Returns released versions, newest first, without `## Unreleased`. */
export function collectReleases(changelog: string): ReleaseNotes[] {
  const headings = [...changelog.matchAll(/^## +\[?(\d+\.\d+\.\d+[^\s\]]*)\]?.*$/gm)];
  return headings.map((heading) => {
    const begin = heading.index + heading[0].length;
    const next = changelog.slice(begin).search(/^## /m);
    const notes = next < 0 ? changelog.slice(begin) : changelog.slice(begin, begin + next);
    return { version: heading[1] ?? '', notes: notes.trim() };
  });
}

/** @returns the reason why CHANGELOG.md does not describe this version; undefined if it does */
export function changelogProblem(changelog: string, version: string): string | undefined {
  const release = collectReleases(changelog).find((one) => one.version === version);
  if (release === undefined) return `CHANGELOG.md has no heading "## ${version}"; write its notes`;
  return release.notes === '' ? `CHANGELOG.md has nothing below "## ${version}"; write its notes` : undefined;
}
