const place = 'agent-home-signed-in';

/** Remembers that a user signed in with this browser and did not sign out. If there is no session now, it has ended. */
export const signedIn = {
  wasBefore: (): boolean => localStorage.getItem(place) !== null,
  remember: (): void => localStorage.setItem(place, 'yes'),
  forget: (): void => localStorage.removeItem(place),
};
