export function getModel(id: string) {
  return {
    name: `models/${id}`,
    version: '001',
    displayName: id,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: ['generateContent'],
  };
}

export function modelList(ids: string[]) {
  return { models: ids.map(getModel) };
}
