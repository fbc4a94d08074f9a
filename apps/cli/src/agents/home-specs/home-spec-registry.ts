import { extname } from 'node:path';
import {
  compareVersions,
  decodeAny,
  parseSpecReference,
  plainVersion,
  textOfFile,
} from '@agent-home/agent-runtime/definition';
import {
  newestVersion,
  pathTo,
  type RegisteredKind,
  registeredSpecSchema,
  type SpecVersion,
  type StoredSpec,
  specEndpoints,
  specListSchema,
  specSetSchema,
  specVersionSchema,
} from '@agent-home/http-contract';
import {
  type HomeDocument,
  type RegisteredSpec,
  type RegisteredVersion,
  RegistryError,
  requireVersion,
  type SpecKind,
  type SpecRegistry,
  type VerifiedSet,
  verifyDocument,
  verifyHomeSet,
} from '@agent-home/runtime-node/definitions';
import type { z } from 'zod';
import { HomeSpecError } from '../../errors/command-errors.ts';
import { type HomeConnection, HomeRefusal } from './home-connection.ts';

const kinds = { Agent: 'agents', Tool: 'tools', Policy: 'policies' } as const satisfies Record<
  SpecKind,
  RegisteredKind
>;
const kindOf = { agents: 'Agent', tools: 'Tool', policies: 'Policy' } as const satisfies Record<
  RegisteredKind,
  SpecKind
>;
const safeName = /^[a-z][a-z0-9-]{2,62}$/;
/** Pages of a list, each with 200 versions. */
const mostPages = 500;

/** Registry of a home, over its API. The home's documents are checked like those of a stranger. */
export class HomeSpecRegistry implements SpecRegistry {
  readonly #home: HomeConnection;

  constructor(home: HomeConnection) {
    this.#home = home;
  }

  async register(
    file: string,
    content: Uint8Array,
  ): Promise<{ registered: RegisteredVersion; isNew: boolean }> {
    const spec = decodeAny(content, { file });
    const version = requireVersion(spec);
    const place = getPlace(spec.kind, spec.name, version);
    // Refuses bytes that are not UTF-8; the text itself keeps its byte order mark and line ends.
    textOfFile(file, content);
    const body = {
      file: `${spec.name}${extname(file)}`,
      content: new TextDecoder('utf-8', { ignoreBOM: true }).decode(content),
    };
    const endpoint = specEndpoints.register;
    const path = pathTo(endpoint, { params: place });
    const { status, data } = await this.#asked(spec.kind, spec.name, () =>
      this.#home.request(endpoint, path, { answer: specVersionSchema, body }),
    );
    return { registered: this.#describe(data), isNew: status === 201 };
  }

  async get(kind: SpecKind, name: string, version?: string): Promise<RegisteredSpec> {
    requireName(kind, name);
    const endpoint = specEndpoints.read;
    const path = pathTo(endpoint, { params: getPlace(kind, name, version ?? newestVersion) });
    const { data: stored } = await this.#asked(kind, name, () =>
      this.#home.request(endpoint, path, { answer: registeredSpecSchema }),
    );
    const isOther = stored.kind !== kinds[kind] || stored.name !== name;
    if (isOther || (version !== undefined && stored.version !== version))
      throw wrongSpec(this.#home.base, name);
    return verifyDocument(this.#home.base, toDocument(stored));
  }

  async list(): Promise<RegisteredVersion[]> {
    const all = (await this.#versions()).filter((one) => one.withdrawn_at === undefined);
    const order = ['agents', 'tools', 'policies'];
    return all
      .toSorted(
        (one, other) =>
          order.indexOf(one.kind) - order.indexOf(other.kind) ||
          (one.name < other.name ? -1 : Number(one.name > other.name)) ||
          compareVersions(one.version, other.version),
      )
      .map((one) => this.#describe(one));
  }

  async delete(kind: SpecKind, name: string, version: string): Promise<RegisteredVersion> {
    requireName(kind, name);
    const endpoint = specEndpoints.withdraw;
    const path = pathTo(endpoint, { params: getPlace(kind, name, version) });
    const answer = specVersionSchema;
    const { data } = await this.#asked(kind, name, () => this.#home.request(endpoint, path, { answer }));
    return this.#describe(data);
  }

  /**
   * Reads an agent with its policies and tools, all of one moment.
   * @param reference `NAME@VERSION`, or a name for the newest release
   * @throws RegistryError `no_such_spec`, `no_release`, `registry_damaged`; HomeSpecError
   */
  async getSet(reference: string): Promise<VerifiedSet> {
    const { name, version } = parseSpecReference(reference);
    requireName('Agent', name);
    const endpoint = specEndpoints.readSet;
    const path = pathTo(endpoint, { params: { name, version: version ?? newestVersion } });
    const { data } = await this.#asked('Agent', name, () =>
      this.#home.request(endpoint, path, { answer: specSetSchema }),
    );
    const { agent, policies, tools } = data;
    if (agent.name !== name || (version !== undefined && agent.version !== version))
      throw wrongSpec(this.#home.base, reference);
    return verifyHomeSet({
      home: this.#home.base,
      agent: toDocument(agent),
      policies: policies.map(toDocument),
      tools: tools.map(toDocument),
    });
  }

  async #versions() {
    const endpoint = specEndpoints.list;
    const found: z.output<typeof specListSchema>['items'] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const path = pathTo(endpoint, { query: { limit: 200, cursor } });
      const { data } = await this.#asked('Agent', '', () =>
        this.#home.request(endpoint, path, { answer: specListSchema }),
      );
      const { items, next_cursor: next } = data;
      found.push(...items.filter(({ version }) => plainVersion(version) !== undefined));
      if (next === undefined) return found;
      cursor = next;
    }
    throw new HomeSpecError(
      'bad_answer',
      `${this.#home.base} lists more versions than a home has: check the URL`,
    );
  }

  /** Converts the codes that the registry shares with a home. */
  async #asked<Answer>(kind: SpecKind, name: string, request: () => Promise<Answer>): Promise<Answer> {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof HomeRefusal)) throw error;
      if (error.code === 'not_found')
        throw new RegistryError(
          'no_such_spec',
          `${kind} ${name} is not registered in ${this.#home.base}, or not yours: see agent-home specs list --home`,
        );
      if (error.code === 'no_release' || error.code === 'version_taken')
        throw new RegistryError(error.code, error.message);
      throw new HomeSpecError('home_refused', `${this.#home.base} refused: ${error.message} [${error.code}]`);
    }
  }

  #describe({ kind, name, version, sha256 }: SpecVersion): RegisteredVersion {
    const path = `${this.#home.base}${pathTo(specEndpoints.read, { params: { kind, name, version } })}`;
    return { kind: kindOf[kind], name, version, sha256, path };
  }
}

function getPlace(kind: SpecKind, name: string, version: string) {
  return { kind: kinds[kind], name, version };
}

function toDocument({ kind, name, version, sha256, file, content }: StoredSpec): HomeDocument {
  return { kind: kindOf[kind], name, version, sha256, file, content };
}

/** A name that no spec has is not sent, so that it reaches no other route. */
function requireName(kind: SpecKind, name: string): void {
  if (safeName.test(name)) return;
  throw new RegistryError(
    'no_such_spec',
    `${kind} ${name} is not registered: see agent-home specs list --home`,
  );
}

function wrongSpec(home: string, name: string): RegistryError {
  return new RegistryError(
    'registry_damaged',
    `${home} gave another document than ${name}: notify the operator of the home`,
  );
}
