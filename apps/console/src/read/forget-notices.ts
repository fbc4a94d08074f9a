/** What this browser keeps of somebody: where they have been, what they were shown, of what they want to hear. */
const places = [
  'agent-home-mine:',
  'agent-home-turn-notices',
  'agent-home-approval-notices',
  'agent-home-recent:',
];

/** Whoever signs out leaves nothing to be told to the next who looks, and nothing to be found. */
export function forgetNotices(): void {
  for (const name of Object.keys(localStorage))
    if (places.some((place) => name.startsWith(place))) localStorage.removeItem(name);
}
