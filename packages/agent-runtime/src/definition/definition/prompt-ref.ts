/** What a body of its own is called. */
export function ownPromptRef(name: string, version: string): string {
  return `prompt://${name}/v${version.replace(/^v/, '')}`;
}

/** Whether a prompt is in a home’s certified bundle, from where the resident fetches it. */
export function isHomePrompt(promptRef: string): boolean {
  return promptRef.startsWith('home://');
}

/** A prompt without the blank lines around it, which say nothing. */
export function trimPrompt(body: string): string {
  return body.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}
