import { type AgentStore, ObjectStoreError } from '@agent-home/object-store/agent';

/** Objects in memory, with the methods that the SDK needs. Counts its requests. */
export class MapStore {
  readonly objects = new Map<string, Uint8Array>();
  readonly gets: string[] = [];
  readonly puts: string[] = [];
  /** Hook that runs before the response to a put; the writer receives its error. */
  afterPut: (key: string, bytes: Uint8Array) => Promise<void> | void = () => {};

  asObjectStore(): AgentStore {
    const refuse = () => Promise.reject(new ObjectStoreError('invalid_request', 'not needed here'));
    const get: AgentStore['get'] = async (key) => {
      this.gets.push(key);
      const bytes = this.objects.get(key);
      if (!bytes) throw new ObjectStoreError('not_found', 'there is nothing');
      return { bytes, info: getInfo(key, bytes) };
    };
    return {
      get,
      getUploaded: get,
      put: async (key, bytes) => {
        this.puts.push(key);
        this.objects.set(key, bytes);
        await this.afterPut(key, bytes);
        return { etag: 'etag' };
      },
      head: refuse,
      putIfAbsent: refuse,
      delete: refuse,
    };
  }
}

function getInfo(key: string, bytes: Uint8Array) {
  return {
    key,
    size: bytes.length,
    etag: 'etag',
    lastModified: new Date(0),
    contentType: undefined,
    contentEncoding: undefined,
    metadata: {},
    type: 'normal' as const,
  };
}
