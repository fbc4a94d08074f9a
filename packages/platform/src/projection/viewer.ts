/** For whom the projection is made: whoever looks without a name, an owner, or an admin. */
export type Viewer = { role: 'anonymous' } | { role: 'owner'; ownerId: string } | { role: 'admin' };
