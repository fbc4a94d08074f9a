const place = 'agent-home-recent:';
const most = 12;

/** Where somebody has been by the palette, the last first. Ids alone: what they are called is for the home to say. */
export function recentPlaces(who: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place + who) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberPlace(who: string, id: string): void {
  const others = recentPlaces(who).filter((one) => one !== id);
  localStorage.setItem(place + who, JSON.stringify([id, ...others].slice(0, most)));
}
