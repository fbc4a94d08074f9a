const place = 'agent-home-signed-in';

/** That somebody was signed in here and has not signed out: where they are nobody now, their session has ended. */
export const signedIn = {
  wasBefore: (): boolean => localStorage.getItem(place) !== null,
  remember: (): void => localStorage.setItem(place, 'yes'),
  forget: (): void => localStorage.removeItem(place),
};
