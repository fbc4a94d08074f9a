import { expect, test } from 'vitest';
import { titlesInPython } from './python-titles.ts';
import { readCoverage } from './read-repository.ts';

test('the name of a Python test is its title', () => {
  const text = `
async def test_an_older_copy_is_refused(desk: Desk) -> None:
    assert True

@pytest.mark.parametrize("size", [1, 2])
def test_work_is_handed_in(
    size: int,
) -> None: ...

def helper() -> None:
    def test_inside() -> None: ...
`;
  expect(titlesInPython(text)).toEqual(['an older copy is refused', 'work is handed in']);
});

test('a Python test that may be skipped or fail proves nothing', () => {
  const marks = ['skip', 'skip("why")', 'skipif(True, reason="why")', 'xfail'];
  for (const mark of marks)
    expect(
      titlesInPython(`@pytest.mark.${mark}\n@other\ndef test_one() -> None: ...\n\ndef test_two(): ...`),
    ).toEqual(['two']);
  expect(titlesInPython('pytestmark = pytest.mark.skip\ndef test_one(): ...')).toEqual([]);
});

test('Python tests count as those of the suite of CI that runs them', async () => {
  const { titlesByFile, suites } = await readCoverage();
  const file = 'test/compatibility/python/client.test.ts';
  expect(titlesByFile.get(file)).toContain('an older copy is a rollback also after a restart');
  expect(suites.filter(({ has }) => has(file)).map(({ command }) => command)).toEqual([
    'npm test -- --project python',
  ]);
}, 120_000);
