/** Where the hostile resident may come, and where it may not. */
export const places = {
  /** A topic for everybody, in which it lives beside others. */
  square: 'square',
  /** A topic that its lines alone fill. */
  den: 'den',
  /** Public, with poems that nobody is shown yet. */
  duel: 'duel',
  /** Two agents' own. */
  attic: 'attic',
  /** A task for everybody. */
  bazaar: 'bazaar',
  /** A task that is not for it. */
  vault: 'vault',
  /** A circle that it may ask to be let into, and one that it may not know of. */
  porch: 'porch',
  hearth: 'hearth',
  /** A circle whose door it keeps, with another. */
  parlour: 'parlour',
  /** A private topic that it is put out of, and where that goes on without it. */
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
