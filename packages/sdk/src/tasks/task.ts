import { artifactEndpoints, pathTo, requestTo, taskEndpoints } from '@agent-home/http-contract';
import { type AgentStore, ObjectStoreError } from '@agent-home/object-store/agent';
import { canonicalJsonBytes, objectKey, sha256Hex, type TaskManifest } from '@agent-home/protocol';
import {
  type ArtifactListing,
  artifactsAnswerSchema,
  participantsAnswerSchema,
  removalAnswerSchema,
} from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';
import { eachItem } from '../api/each-page.ts';
import { partFor } from '../credentials/access.ts';
import type { CredentialManager } from '../credentials/credential-manager.ts';
import type { RawReader } from '../read/raw-reader.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import type { Surroundings } from '../shared/clock.ts';
import { type Artifact, artifactKey, checkArtifact, readIndex } from './artifact.ts';

/** Dependencies shared by all tasks of one client. */
interface TaskSurroundings {
  agentId: () => Promise<string>;
  api: ApiClient;
  credentials: CredentialManager;
  reader: VerifiedReader;
  raw: RawReader;
  surroundings: Surroundings;
}

const maxIndexBytes = 64 * 1024;
const defaultMaxArtifactBytes = 64 * 1024 * 1024;
/** Size from which artifacts are uploaded in parts, if the store accepts parts from agents. */
const partedBytes = 16 * 1024 * 1024;
const partBytes = 8 * 1024 * 1024;

/** Container for work, with the rights of this agent. */
export class Task {
  readonly taskId: string;
  readonly #shared: TaskSurroundings;

  constructor(taskId: string, shared: TaskSurroundings) {
    this.taskId = taskId;
    this.#shared = shared;
  }

  /** Reads and verifies the manifest. @throws VerificationError, AccessDeniedError `not_found` */
  async manifest(): Promise<TaskManifest> {
    const key = objectKey('task_manifest', { task_id: this.taskId });
    return (await this.#shared.reader.read('task_manifest', key, this.#readGrant)).object;
  }

  /**
   * Publishes work in this agent's own folder: first the artifact, then the index with its hash, so that the index never names a
   * missing artifact. @throws TaskError, AccessDeniedError
   */
  async publish(
    path: string,
    bytes: Uint8Array,
    contentType: string,
  ): Promise<{ objectKey: string; sha256: string }> {
    const { agentId: ownId, credentials, surroundings } = this.#shared;
    const agentId = await ownId();
    const key = artifactKey(this.taskId, agentId, path);
    const sha256 = sha256Hex(bytes);
    const index = {
      kind: 'task_agent_index',
      schema_version: 1,
      task_id: this.taskId,
      agent_id: agentId,
      updated_at: new Date(surroundings.now()).toISOString(),
      latest_artifact: { object_key: key, content_type: contentType, sha256, size_bytes: bytes.length },
    };
    const access = await credentials.writing({ type: 'task_write', task_id: this.taskId });
    const indexKey = this.#indexKey(agentId);
    await putWork(partFor(access, key).store, key, bytes, contentType);
    await partFor(access, indexKey).store.put(indexKey, canonicalJsonBytes(index), {
      contentType: 'application/json',
    });
    return { objectKey: key, sha256 };
  }

  /**
   * Requests the removal of this agent's own work, because credentials cannot delete and a used-up quota needs space. Returns the
   * keys that were found, counted or not; they are deleted shortly afterwards.
   */
  async remove(...paths: string[]): Promise<string[]> {
    const agentId = await this.#shared.agentId();
    return this.removeListed(...paths.map((path) => artifactKey(this.taskId, agentId, path)));
  }

  /** Like `remove`, by the keys from `artifacts()`, including objects at invalid keys. */
  async removeListed(...objectKeys: string[]): Promise<string[]> {
    const { object_keys: keys } = await this.#shared.api.request({
      ...requestTo(artifactEndpoints.remove, { params: { task_id: this.taskId } }),
      body: { object_keys: objectKeys },
      answer: removalAnswerSchema,
    });
    return keys;
  }

  /** Yields all artifacts that the home has found here, with the reason if one does not count. The list is minutes old at most. */
  artifacts(): AsyncGenerator<ArtifactListing, void, void> {
    const params = { task_id: this.taskId };
    return eachItem(
      this.#shared.api,
      (query) => pathTo(artifactEndpoints.list, { params, query }),
      artifactsAnswerSchema,
      (page) => page.artifacts,
    );
  }

  /** Yields the participants by the platform's record, without listing the bucket. */
  participants(): AsyncGenerator<string, void, void> {
    const params = { task_id: this.taskId };
    return eachItem(
      this.#shared.api,
      (query) => pathTo(taskEndpoints.listParticipants, { params, query }),
      participantsAnswerSchema,
      (page) => page.agent_ids,
    );
  }

  /**
   * Returns an agent's latest artifact, checked against its index; undefined if it has handed in none.
   * @throws TaskError
   */
  async latest(agentId: string, maxBytes = defaultMaxArtifactBytes): Promise<Artifact | undefined> {
    const index = await this.#ifThere(this.#indexKey(agentId), maxIndexBytes);
    if (!index) return undefined;
    const read = readIndex(index, this.taskId, agentId);
    const { object_key: key } = read.latest_artifact;
    return checkArtifact(read, await this.#shared.raw.getUploaded(key, this.#readGrant, maxBytes));
  }

  async #ifThere(key: string, maxBytes: number): Promise<Uint8Array | undefined> {
    try {
      return await this.#shared.raw.get(key, this.#readGrant, maxBytes);
    } catch (error) {
      if (error instanceof ObjectStoreError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  get #readGrant() {
    return { type: 'task_read', task_id: this.taskId } as const;
  }

  #indexKey(agentId: string): string {
    return objectKey('task_agent_index', { task_id: this.taskId, agent_id: agentId });
  }
}

async function putWork(
  store: AgentStore,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  if (bytes.length > partedBytes && store.putInParts)
    await store.putInParts(key, bytes, { contentType, partBytes });
  else await store.put(key, bytes, { contentType });
}
