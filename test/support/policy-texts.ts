/** Rule of a policy in a test. */
export interface WrittenRule {
  effect: 'allow' | 'deny';
  action?: 'tool.call' | 'model.use' | 'data.read' | 'data.write';
  selector?: { agent?: string; tool?: string; modelProvider?: string };
  conditions?: object;
}

/** Returns the document of a policy, as an owner binds it. */
export function policyText(name: string, rules: readonly WrittenRule[], limits = {}): string {
  return JSON.stringify({
    apiVersion: 'agent.platform/v1',
    kind: 'Policy',
    metadata: { name, version: '1.0.0', owner: 'owner' },
    spec: { rules: rules.map((rule) => ({ action: 'tool.call', ...rule })), limits },
  });
}

export const denyShell = policyText('no-shell', [{ effect: 'deny', selector: { tool: 'bash' } }]);
