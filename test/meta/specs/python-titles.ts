/** What says of a test that it may not run, or may fail. */
const notProved = /^@pytest\.mark\.(?:skip|skipif|xfail)\b/;

/**
 * The titles of the tests in a Python file: the names of its test functions as words. Of methods and of tests that may
 * be skipped it tells none.
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
