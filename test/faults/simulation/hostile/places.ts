/** Places that the hostile resident may enter, and places that it may not. */
export const places = {
  /** Public topic, shared with other agents. */
  square: 'square',
  /** Topic that only its own lines fill. */
  den: 'den',
  /** Public topic with poems that are still sealed. */
  duel: 'duel',
  /** Topic of two other agents. */
  attic: 'attic',
  /** Task for every agent. */
  bazaar: 'bazaar',
  /** Task from which it is excluded. */
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
