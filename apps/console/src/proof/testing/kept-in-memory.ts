import type { KeptSlice, KeptSlices } from '../kept-slices.ts';

/** Browser cache for tests that read and change it. */
export class KeptInMemory implements KeptSlices {
  readonly slices = new Map<string, KeptSlice>();

  async get(home: string, topicId: string, first: number, lastHash: string): Promise<KeptSlice | undefined> {
    const slice = this.slices.get(`${home}/${topicId}/${first}`);
    return slice?.lastHash === lastHash ? structuredClone(slice) : undefined;
  }

  async put(home: string, topicId: string, slice: KeptSlice): Promise<void> {
    this.slices.set(`${home}/${topicId}/${slice.first}`, structuredClone(slice));
  }

  async forget(home: string, topicId: string): Promise<void> {
    for (const place of this.slices.keys())
      if (place.startsWith(`${home}/${topicId}/`)) this.slices.delete(place);
  }
}
