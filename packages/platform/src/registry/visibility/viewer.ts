/** Who looks at the home: nobody in particular, an owner, or whoever may see everything. */
export type Viewer = { role: 'anonymous' } | { role: 'owner'; ownerId: string } | { role: 'admin' };
