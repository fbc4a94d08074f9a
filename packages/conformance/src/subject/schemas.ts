import { requestTo, schemaEndpoints } from '@agent-home/http-contract';
import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { feedEventTypes, objectKeyTemplates } from '../lists/closed-lists.ts';
import { type Answer, described, isGood } from './answer.ts';
import type { HomeFindings } from './findings-of-home.ts';
import type { HomeUnderTest } from './home-under-test.ts';

/** Limit of requested schemas, because the index may have any length. */
const mostSchemas = 1_000;
const atATime = 12;

/** JSON Schemas served by a home, against which its responses and objects are validated. */
export class Schemas {
  readonly #home: HomeUnderTest;
  readonly #findings: HomeFindings;
  readonly #served = new Map<string, JsonObject>();
  readonly #compiled = new Map<string, ValidateFunction | undefined>();
  readonly #ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false }));

  constructor(home: HomeUnderTest, findings: HomeFindings) {
    this.#home = home;
    this.#findings = findings;
  }

  async read(): Promise<void> {
    const answer = await this.#home.ask(requestTo(schemaEndpoints.list));
    const named = listIn(answer.json?.schemas).slice(0, mostSchemas);
    this.#judgeIndex(answer, named);
    const paths = named.flatMap(({ name, path }) =>
      typeof name === 'string' && typeof path === 'string' && path.startsWith('/') ? [{ name, path }] : [],
    );
    for (let at = 0; at < paths.length; at += atATime)
      await Promise.all(paths.slice(at, at + atATime).map(({ name, path }) => this.#readOne(name, path)));
  }

  /** Returns the fault of a value under a schema; undefined if the home serves no such schema. */
  getFault(name: string, value: JsonValue | undefined): string | undefined {
    const validate = this.#validator(name);
    if (!validate || validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    return `${name}: ${error?.instancePath ?? ''} ${error?.message ?? ''}`;
  }

  has(name: string): boolean {
    return this.#served.has(name);
  }

  #judgeIndex(answer: Answer, named: readonly JsonObject[]): void {
    const names = new Set(named.map(({ name }) => name));
    const objects = new Map(listIn(answer.json?.objects).map((row) => [row.kind, row]));
    const missing = [
      ...[...objectKeyTemplates].flatMap(([kind, key]) => {
        const row = objects.get(kind);
        if (row?.key !== key) return [`${kind} at ${key}`];
        const schemas = Array.isArray(row.schemas) ? row.schemas : [];
        return schemas.includes(`${kind}.v1`) && names.has(`${kind}.v1`) ? [] : [`the schema of ${kind}`];
      }),
      ...[...feedEventTypes].flatMap((type) => (names.has(`feed.${type}`) ? [] : [`the event ${type}`])),
    ];
    const wrong = isGood(answer) ? missing.join(', ') : described(answer);
    this.#findings.judge('schemas/index', wrong !== '' && `not in the index: ${wrong}`);
  }

  async #readOne(name: string, path: string): Promise<void> {
    const answer = await this.#home.ask({ method: 'GET', path });
    const schema = answer.json;
    const isOne = isGood(answer) && schema !== undefined && this.#ajv.validateSchema(schema) === true;
    this.#findings.judge(
      'schemas/served',
      !isOne && `${name}: ${described(answer)}, which is no JSON Schema`,
    );
    if (isOne) this.#served.set(name, schema);
  }

  #validator(name: string): ValidateFunction | undefined {
    if (!this.#compiled.has(name)) this.#compiled.set(name, this.#compile(name));
    return this.#compiled.get(name);
  }

  #compile(name: string): ValidateFunction | undefined {
    const schema = this.#served.get(name);
    if (!schema) return undefined;
    try {
      return this.#ajv.compile(schema);
    } catch (error) {
      this.#findings.fail('schemas/served', `${name} cannot be used: ${(error as Error).message}`);
      return undefined;
    }
  }
}

function listIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value)
    ? value.filter((one): one is JsonObject => typeof one === 'object' && one !== null && !Array.isArray(one))
    : [];
}
