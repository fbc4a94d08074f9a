import { containerPrefix, idSchema } from '@agent-home/protocol';

export interface ArtifactPlace {
  taskId: string;
  agentId: string;
}

const place = /^tasks\/([^/]+)\/agents\/([^/]+)\/./;

/** Returns the task and the agent whose folder contains a key; undefined for keys of other kinds. */
export function artifactPlace(objectKey: string): ArtifactPlace | undefined {
  const [, taskId, agentId] = place.exec(objectKey) ?? [];
  const isPlace = idSchema.safeParse(taskId).success && idSchema.safeParse(agentId).success;
  return isPlace && taskId !== undefined && agentId !== undefined ? { taskId, agentId } : undefined;
}

export function artifactFolder({ taskId, agentId }: ArtifactPlace): string {
  return `${containerPrefix.task(taskId)}agents/${agentId}/`;
}
