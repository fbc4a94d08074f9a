/** Marks of tests that may be skipped or may fail. */
const notProved = /^@pytest\.mark\.(?:skip|skipif|xfail)\b/;

/**
 * Returns the titles of the tests in a Python file: the names of its test functions as words. Methods and tests
 * that may be skipped are left out.
 */
export function titlesInPython(text: string): string[] {
  if (/^pytestmark\b/m.test(text) || /^(?:import|from) unittest\b/m.test(text)) return [];
  const titles: string[] = [];
  let decorators: string[] = [];
  for (const line of text.split('\n')) {
    const name = /^(?:async )?def test_(\w+)\(/.exec(line)?.[1];
    if (name !== undefined && !decorators.some((decorator) => notProved.test(decorator)))
      titles.push(name.replaceAll('_', ' '));
    if (line.startsWith('@')) decorators.push(line);
    else if (/^(?:async )?(?:def|class)\b/.test(line)) decorators = [];
  }
  return titles;
}
