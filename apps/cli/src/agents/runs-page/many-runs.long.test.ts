import { expect, test } from 'vitest';
import { copiedLines, storeLines } from '../../testing/copied-runs.ts';
import { codeOf, listed, openPlace, openRunsPage } from '../../testing/runs-page-client.ts';

test('200 runs are listed in pages and filtered', async () => {
  const { store, records } = await openPlace();
  const name = (index: number) => `run_copy${String(index).padStart(4, '0')}`;
  for (let index = 0; index < 199; index++)
    await storeLines(store, name(index), copiedLines(records, name(index)));
  const page = await openRunsPage(store);
  await expect.poll(async () => (await listed(page)).unread).toBe(0);
  const ids = new Set<string>();
  let from: number | undefined = 0;
  while (from !== undefined) {
    const part: Awaited<ReturnType<typeof listed>> = await listed(page, `?from=${from}&limit=60`);
    expect(part.total).toBe(200);
    for (const { run_id } of part.runs) ids.add(run_id);
    from = part.next;
  }
  expect(ids.size).toBe(200);
  expect((await listed(page, '?text=COPY0142')).runs.map(({ run_id }) => run_id)).toEqual([name(142)]);
  expect((await listed(page, '?text=REVIEW%20the')).total).toBe(200);
  expect((await listed(page, '?agent=main&tool=delegate&state=answered&model=m')).total).toBe(200);
  expect((await listed(page, '?agent=nobody')).total).toBe(0);
  for (const query of ['?from=-1', '?limit=9999', '?state=odd', '?unknown=1', '?from=1&from=2'])
    expect([query, codeOf(await page.get(`api/runs${query}`))]).toEqual([query, 'invalid_parameter']);
});
