import type { ListPage, ObjectStore } from '@agent-home/object-store';

export type ListedObject = ListPage['objects'][number];

/** Lists all objects below a prefix, page by page, in the order of the keys. */
export async function* pagesUnder(store: ObjectStore, prefix: string): AsyncGenerator<ListedObject[]> {
  for (let after: string | undefined; ; ) {
    const page: ListPage = await store.list(prefix, after === undefined ? {} : { after });
    if (page.objects.length > 0) yield page.objects;
    if (page.next === undefined) return;
    after = page.next;
  }
}

export interface ListedContainer {
  id: string;
  objects: ListedObject[];
}

/** Lists objects grouped by the id after the prefix: the objects of one container together. */
export async function* containersUnder(store: ObjectStore, prefix: string): AsyncGenerator<ListedContainer> {
  let container: ListedContainer | undefined;
  for await (const page of pagesUnder(store, prefix)) {
    for (const object of page) {
      const [id = ''] = object.key.slice(prefix.length).split('/', 1);
      if (container?.id !== id) {
        if (container) yield container;
        container = { id, objects: [] };
      }
      container.objects.push(object);
    }
  }
  if (container) yield container;
}
