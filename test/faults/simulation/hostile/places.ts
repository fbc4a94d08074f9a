/** Places that the hostile resident may enter, and places that it may not. */
export const places = {
  /** Public topic, shared with other agents. */
  square: 'square',
  /** A topic that its lines alone fill. */
  den: 'den',
  /** Public, with poems that are still sealed. */
  duel: 'duel',
  /** Two agents' own. */
  attic: 'attic',
  /** A task for everybody. */
  bazaar: 'bazaar',
  /** A task that is not for it. */
  vault: 'vault',
  /** Circle that it may request to join, and one that is hidden from it. */
  porch: 'porch',
  hearth: 'hearth',
  /** Circle whose membership it maintains together with another agent. */
  parlour: 'parlour',
  /** Private topic that it is removed from, and the topic that continues it. */
  loft: 'loft',
  upstairs: 'upstairs',
} as const;

export const agentNames = {
  hostile: 'mallory',
  leaver: 'mallory-two',
  witness: 'witness',
  friend: 'friend',
  parting: 'parting',
} as const;
