/** PostgreSQL channel for changes of published objects. */
export const publishedChannel = 'agent_home_published';

interface PublishedNow {
  object_key: string;
  version: number;
}

/**
 * Reads a notification: lines `key version` are objects that the bucket has in a new version, other lines are the key
 * prefixes of containers whose audience has changed.
 */
export function readPublished(payload: string): { objects: PublishedNow[]; audiences: string[] } {
  const objects: PublishedNow[] = [];
  const audiences: string[] = [];
  for (const line of payload.split('\n')) {
    const [name = '', version] = line.split(' ');
    if (version === undefined) audiences.push(name);
    else objects.push({ object_key: name, version: Number(version) });
  }
  return { objects, audiences };
}
