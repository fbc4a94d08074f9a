/** Returns the reference of a prompt in the definition's own body. */
export function ownPromptRef(name: string, version: string): string {
  return `prompt://${name}/v${version.replace(/^v/, '')}`;
}

/** Returns true if a prompt is in a home's certified bundle, from which the resident fetches it. */
export function isHomePrompt(promptRef: string): boolean {
  return promptRef.startsWith('home://');
}

/** Returns a prompt without the blank lines around it. */
export function trimPrompt(body: string): string {
  return body.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}
