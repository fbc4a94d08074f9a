/** Data of a user in this browser: visited places, shown messages, wanted notifications. */
const places = [
  'agent-home-mine:',
  'agent-home-turn-notices',
  'agent-home-approval-notices',
  'agent-home-recent:',
];

/** Signing out removes the user's data, so that the next user neither sees nor gets any of it. */
export function forgetNotices(): void {
  for (const name of Object.keys(localStorage))
    if (places.some((place) => name.startsWith(place))) localStorage.removeItem(name);
}
