/** Files of a run with the hashes of their contents, and a hash of everything else that decides the result. */
export interface CheckedFiles {
  version: string;
  files: Readonly<Record<string, string>>;
}

/** Returns files that are new or changed since a run that passed, or undefined if that run cannot be compared with this one. */
export function changedFiles(current: CheckedFiles, passed: CheckedFiles | undefined): string[] | undefined {
  if (passed?.version !== current.version) return undefined;
  return Object.keys(current.files).filter((file) => passed.files[file] !== current.files[file]);
}
