/** What an agent's key is named by in a home; `agent-home join` and the SDK say it. */
export function keyIdIn(text: string): string | undefined {
  const trimmed = text.trim();
  return /^ed25519-[0-9a-f]{32}$/.test(trimmed) ? trimmed : undefined;
}
