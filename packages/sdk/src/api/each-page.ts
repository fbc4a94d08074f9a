import type { z } from 'zod';
import type { ApiClient } from './api-client.ts';

const pageSize = '100';

/** Common part of paged responses: the start of the next page, absent on the last one. */
type Paged = z.ZodType<{ next?: string | null | undefined }>;

/** Part of a listing: from the item after `after`. */
export interface PageQuery {
  limit: string;
  after: string | undefined;
}
type PagePath = (query: PageQuery) => string;

/** Yields the items of a listing, requesting each page on demand. Ends if a home names the same page again. */
async function* eachPage<Answer extends Paged>(
  api: ApiClient,
  pathOf: PagePath,
  answer: Answer,
): AsyncGenerator<z.output<Answer>, void, void> {
  for (let after: string | undefined; ; ) {
    const path = pathOf({ limit: pageSize, after });
    const page = await api.request({ method: 'GET', path, answer });
    yield page;
    if (page.next == null || page.next === after) return;
    after = page.next;
  }
}

/** Yields the items of all pages in the order of the home. */
export async function* eachItem<Answer extends Paged, Item>(
  api: ApiClient,
  pathOf: PagePath,
  answer: Answer,
  collectItems: (page: z.output<Answer>) => readonly Item[],
): AsyncGenerator<Item, void, void> {
  for await (const page of eachPage(api, pathOf, answer)) yield* collectItems(page);
}
