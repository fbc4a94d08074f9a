interface Seen {
  lines: readonly string[];
  files: Readonly<Record<string, string>>;
}

/** Settings file, whose changes are printed line by line. */
const printedByLine = 'agents/settings.json';
/** Maximum number of files listed for a changed tree. */
const mostOfTree = 40;

/** Returns changes since a project was trusted: `+` a new demand, `-` a dropped one, `~` a changed one. */
export function changedLines(before: Seen, now: Seen, inTree: readonly string[] = []): string[] {
  const added = now.lines.filter((line) => !before.lines.includes(line));
  const gone = before.lines.filter((line) => !now.lines.includes(line));
  const paths = [...new Set([...Object.keys(before.files), ...Object.keys(now.files)])].toSorted();
  const changed = paths.flatMap((path) => {
    const [was, is] = [fileIn(before, path), fileIn(now, path)];
    if (was === is) return [];
    if (was === undefined) return [`+ ${path}, a new file`];
    return is === undefined ? [`- ${path}`] : [`~ ${path}: changed`];
  });
  const others = inTree.filter((path) => !paths.includes(path) && path !== printedByLine);
  const more = others.length - mostOfTree;
  const lines = [
    ...gone.map((line) => `- ${line}`),
    ...added.map((line) => `+ ${line}`),
    ...changed,
    ...others.slice(0, mostOfTree).map((path) => `~ ${path}`),
    ...(more > 0 ? [`~ ${more} more files`] : []),
  ];
  return lines.length > 0 ? lines : ['~ options or keys: see agents/settings.json'];
}

const fileIn = ({ files }: Seen, path: string) => (Object.hasOwn(files, path) ? files[path] : undefined);
