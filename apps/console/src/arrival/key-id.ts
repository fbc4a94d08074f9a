/** Returns the id of an agent's key in a text, as printed by `agent-home join` and the SDK. */
export function keyIdIn(text: string): string | undefined {
  const trimmed = text.trim();
  return /^ed25519-[0-9a-f]{32}$/.test(trimmed) ? trimmed : undefined;
}
