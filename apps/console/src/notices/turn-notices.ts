const place = 'agent-home-turn-notices';

/** Returns the agents whose turns this browser announces. The choice is stored here only. */
export function chosenAgents(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export const canNotify = 'Notification' in globalThis && isSecureContext;

/** Stores the choice; the browser prompts the user before the first one. Returns the resulting choice. */
export async function chooseAgent(agentId: string, isWanted: boolean): Promise<string[]> {
  if (isWanted && (await Notification.requestPermission()) !== 'granted') return chosenAgents();
  const others = chosenAgents().filter((one) => one !== agentId);
  const chosen = isWanted ? [...others, agentId] : others;
  localStorage.setItem(place, JSON.stringify(chosen));
  return chosen;
}

/** Shows nothing while the tab is visible. The tag makes each turn announced once, in any tab. */
export function notifyOfTurn(tag: string, title: string, body: string): void {
  if (!canNotify || Notification.permission !== 'granted' || !document.hidden) return;
  const notice = new Notification(title, { body, tag, icon: '/favicon.svg' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
