/** Channel of PostgreSQL notifications: what has changed of what people are shown. */
export const publishedChannel = 'agent_home_published';

export interface PublishedNow {
  object_key: string;
  version: number;
}

/**
 * What a notification tells: objects that are in the bucket in a new version, as `key version` a line; and containers
 * whose audience has changed, by the prefix of their keys.
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
