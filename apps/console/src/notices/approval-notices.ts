const place = 'agent-home-approval-notices';

/** Returns true if this browser notifies of pending decisions. The choice is stored only in this browser. */
export const tellsOfApprovals = (): boolean => localStorage.getItem(place) === 'yes';

/** Stores the choice; the browser prompts the user first. Returns the resulting choice. */
export async function chooseApprovals(isWanted: boolean): Promise<boolean> {
  if (isWanted && (await Notification.requestPermission()) !== 'granted') return tellsOfApprovals();
  if (isWanted) localStorage.setItem(place, 'yes');
  else localStorage.removeItem(place);
  return isWanted;
}
