/** Reports a problem that does not end a run, as a warning of this process. */
export function warn(message: string, facts: Record<string, unknown>): void {
  process.emitWarning(`${message}: ${JSON.stringify(facts)}`, 'AgentHomeWarning');
}
