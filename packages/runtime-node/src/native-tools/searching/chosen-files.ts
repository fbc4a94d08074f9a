import { compileName } from '../ignoring/match-name.ts';
import { fileTypes } from './file-types.ts';
import { compileGlob } from './glob-pattern.ts';

/**
 * Returns a test of paths by globs and a type. A glob without a slash fits names in any folder; one that begins with `!` excludes. The
 * last glob that fits decides.
 * @throws ToolFailure `invalid_pattern`
 */
export function chooseFiles(
  globs: readonly string[],
  type: keyof typeof fileTypes | undefined,
): (path: string) => boolean {
  const tests = globs.map((glob) => {
    const isExcluded = glob.startsWith('!');
    const pattern = isExcluded ? glob.slice(1) : glob;
    return {
      isExcluded,
      fits: compileGlob(pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`),
    };
  });
  const isChosenAlone = tests.some(({ isExcluded }) => !isExcluded);
  const names = type === undefined ? undefined : fileTypes[type].map((name) => compileName(name));
  return (path) => {
    if (names && !names.some((fits) => fits?.(path.slice(path.lastIndexOf('/') + 1)))) return false;
    const last = tests.findLast(({ fits }) => fits(path));
    return last ? !last.isExcluded : !isChosenAlone;
  };
}
