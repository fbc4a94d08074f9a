const place = 'agent-home-recent:';
const most = 12;

/** Returns recently visited places, latest first. Only ids are stored; the home provides names. */
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
