const place = 'agent-home-signed-in';

/** Remembers that a user signed in here and did not sign out: if there is no session now, it has ended. */
export const signedIn = {
  wasBefore: (): boolean => localStorage.getItem(place) !== null,
  remember: (): void => localStorage.setItem(place, 'yes'),
  forget: (): void => localStorage.removeItem(place),
};
