export function getModel(id: string) {
  return { type: 'model', id, display_name: id, created_at: '2025-06-15T15:06:40Z' };
}

export function modelList(ids: string[]) {
  return {
    data: ids.map(getModel),
    has_more: false,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
  };
}
