/** Viewer of the home: anonymous, an owner, or an admin who may see everything. */
export type Viewer = { role: 'anonymous' } | { role: 'owner'; ownerId: string } | { role: 'admin' };
