const place = 'agent-home-turn-notices';

/** The agents of whose turns this browser tells. Chosen here, and known nowhere else. */
export function chosenAgents(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export const canNotify = 'Notification' in globalThis && isSecureContext;

/** Keeps the choice; of one more the browser asks its person first. Answers with what is chosen then. */
export async function chooseAgent(agentId: string, isWanted: boolean): Promise<string[]> {
  if (isWanted && (await Notification.requestPermission()) !== 'granted') return chosenAgents();
  const others = chosenAgents().filter((one) => one !== agentId);
  const chosen = isWanted ? [...others, agentId] : others;
  localStorage.setItem(place, JSON.stringify(chosen));
  return chosen;
}

/** Nothing is shown to whoever looks at the page already. By its tag a turn is told of once, in whichever tab. */
export function notifyOfTurn(tag: string, title: string, body: string): void {
  if (!canNotify || Notification.permission !== 'granted' || !document.hidden) return;
  const notice = new Notification(title, { body, tag, icon: '/favicon.svg' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
