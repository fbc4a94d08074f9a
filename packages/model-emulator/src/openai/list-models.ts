import { CREATED } from './write-answer.ts';

export function getModel(id: string) {
  return { id, object: 'model', created: CREATED, owned_by: 'agent-home' };
}

export function modelList(ids: string[]) {
  return { object: 'list', data: ids.map(getModel) };
}
