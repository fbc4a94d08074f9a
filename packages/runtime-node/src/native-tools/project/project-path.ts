import { isAbsolute, relative, sep } from 'node:path';
import { ToolFailure } from '../../outcomes/tool-failure.ts';

/** A path below the project folder, as its names. No name is empty, `.` or `..`; no names at all are the folder itself. */
export interface ProjectPath {
  readonly names: readonly string[];
  /** Path as displayed: `src/main.ts`, or `.`. */
  readonly shown: string;
}

const maximumBytes = 4096;
const maximumNameBytes = 255;

/**
 * Parses a model's text as a path of the project. A path means the same on every system: parts that Windows
 * reads differently (backslashes, drives, device names) are refused everywhere. Links are never followed later,
 * so `..` can be resolved here by text alone.
 *
 * @throws ToolFailure `invalid_path`, `outside_project`
 */
export function parseProjectPath(projectFolder: string, given: string): ProjectPath {
  refuseUnclear(given);
  const below = isAbsolute(given) ? fromAbsolute(projectFolder, given) : given;
  const names: string[] = [];
  for (const name of below.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) throw outside(given);
  }
  for (const name of names)
    if (Buffer.byteLength(name) > maximumNameBytes)
      throw new ToolFailure(
        'invalid_path',
        `a name in the path is longer than ${maximumNameBytes} bytes: use a shorter name`,
      );
  return { names, shown: names.length === 0 ? '.' : names.join('/') };
}

function refuseUnclear(given: string): void {
  const reason =
    given === ''
      ? 'is empty'
      : Buffer.byteLength(given) > maximumBytes
        ? `is longer than ${maximumBytes} bytes`
        : !given.isWellFormed()
          ? 'is not valid Unicode'
          : /\p{Cc}/u.test(given)
            ? 'contains a control character'
            : given.includes('\\')
              ? 'contains a backslash: use "/" between folders'
              : /^[a-z]:/i.test(given)
                ? 'begins with a drive: write it relative to the project folder'
                : undefined;
  if (reason !== undefined) throw new ToolFailure('invalid_path', `the path ${reason}`);
}

function fromAbsolute(projectFolder: string, given: string): string {
  const below = relative(projectFolder, given);
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) throw outside(given);
  return below;
}

function outside(given: string): ToolFailure {
  return new ToolFailure(
    'outside_project',
    `${given.slice(0, 200)} is outside the project folder: use a path below it, such as src/main.ts`,
  );
}
