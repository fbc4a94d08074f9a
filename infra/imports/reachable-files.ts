/** Returns a program and all files that it imports, directly or indirectly. */
export function reachableFiles(
  entry: string,
  collectImports: (file: string) => readonly string[],
): Set<string> {
  const files = new Set([entry]);
  for (const file of files) for (const target of collectImports(file)) files.add(target);
  return files;
}
