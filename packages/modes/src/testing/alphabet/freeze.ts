/** Freezes a value deeply, so that a mode that changes its input throws. */
export function frozen<T>(value: T): T {
  // Frozen values were frozen by this function, with all their members.
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const member of Object.values(value)) frozen(member);
    Object.freeze(value);
  }
  return value;
}
