/** Documents for the registry of specs. */
export const policyText = (name: string, version: string, tool = 'bash') =>
  `apiVersion: agent.platform/v1
kind: Policy
metadata: { name: ${name}, version: ${version}, owner: olga }
spec: { rules: [{ effect: deny, action: tool.call, selector: { tool: ${tool} } }] }
`;

export const toolText = (name: string, version: string) =>
  `apiVersion: agent.platform/v1
kind: Tool
metadata: { name: ${name}, version: ${version}, owner: olga }
spec: { inputsSchema: { type: object }, outputsSchema: { type: object } }
`;

export const agentText = (name: string, version: string, fields = '', prompt = 'You help.') =>
  `---\nkind: agent\nname: ${name}\ntitle: Helper\nversion: ${version}\n${fields}---\n${prompt}\n`;
