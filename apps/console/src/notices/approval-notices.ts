const place = 'agent-home-approval-notices';

/** Whether this browser tells of what waits for a decision. Chosen here, and known nowhere else. */
export const tellsOfApprovals = (): boolean => localStorage.getItem(place) === 'yes';

/** Keeps the choice; the browser asks its person first. Answers with what is chosen then. */
export async function chooseApprovals(isWanted: boolean): Promise<boolean> {
  if (isWanted && (await Notification.requestPermission()) !== 'granted') return tellsOfApprovals();
  if (isWanted) localStorage.setItem(place, 'yes');
  else localStorage.removeItem(place);
  return isWanted;
}
