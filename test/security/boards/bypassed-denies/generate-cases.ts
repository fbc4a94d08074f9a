import { seededRandom } from '../../../support/seeded-random.ts';
import {
  type Action,
  type CaseRule,
  type CaseTool,
  type House,
  type JsonMembers,
  type Question,
  risks,
} from './case.ts';
import { expressions, moments, times, toolNames } from './words.ts';

/** Number of questions to one house, which caches its results. */
export const questionsOfHouse = 20;

export class CaseGenerator {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  house(): House {
    const away = this.#chance(0.4) ? this.#pick(['github', 'git', 'files']) : 'git-hub';
    return {
      tools: toolNames.filter(({ name }) => !name.startsWith(`mcp.${away}.`)).map((tool) => this.#tool(tool)),
      servers: this.#chance(0.8)
        ? ['files', 'home', 'git', 'github', 'git-hub']
        : ['files', 'home', 'git', 'github'],
      lists: {
        ...(this.#chance(0.5)
          ? { allow: ['*', ...this.#list(3, () => this.#entry())].slice(this.#chance(0.5) ? 0 : 1) }
          : {}),
        deny: this.#chance(0.3) ? this.#list(2, () => this.#entry()) : [],
      },
      policies: this.#list(3, (index) => ({
        name: `policy-${index}`,
        rules: this.#some(4, () => this.#rule()),
      })),
      operator: {
        autoApprove: this.#list(4, () =>
          this.#pick(['safe', 'low', 'medium', 'high', 'critical', 'home.*', '*', 'bash']),
        ),
        unlocked: this.#chance(0.5) ? [] : this.#list(3, () => this.#pick(toolNames).name),
      },
      maxToolCalls: this.#pick([0, 1, 20, 20, 20, 20]),
      ...(this.#chance(0.35) ? { bound: this.#bound() } : {}),
    };
  }

  #bound(): NonNullable<House['bound']> {
    return {
      agentId: this.#pick(['ada', 'careful', 'careless']),
      policies: this.#list(2, (index) => ({
        name: `bound-${index}`,
        rules: this.#some(3, () => this.#rule()),
      })),
      isStale: this.#chance(0.1),
    };
  }

  question(): Question {
    return {
      requested: this.#chance(0.12) ? undefined : this.#requested(),
      arguments: this.#arguments(),
      agent: this.#pick(['careful', 'Careful', 'carefree', 'main']),
      agentId: this.#pick(['', 'ada', 'mallory']),
      provider: this.#pick(['emulator', 'openai', 'openai-compatible']),
      tainted: this.#chance(0.4),
      origin: this.#pick(['user', 'turn', 'feed']),
      session: this.#pick<JsonMembers>([{}, { task: 'review' }, { task: 7 }]),
      time: this.#pick(times),
      callsMade: this.#pick([0, 0, 0, 0, 1, 2, 3, 19, 20]),
    };
  }

  #tool({ name, aliases = [] }: { name: string; aliases?: string[] }): CaseTool {
    return {
      name,
      aliases,
      risk: this.#pick(risks),
      sideEffects: this.#chance(0.5),
      ...(this.#chance(0.3)
        ? { dataScope: this.#pick<JsonMembers>([{}, { tenant: 'north' }, { tenant: 'south' }]) }
        : {}),
    };
  }

  #rule(): CaseRule {
    const selector: CaseRule['selector'] = {};
    if (this.#chance(0.3)) selector.agent = this.#pick(['careful', 'care*', 'main', 'Careful', 'ada', '*']);
    if (this.#chance(0.7)) selector.tool = this.#entry();
    if (this.#chance(0.2)) selector.modelProvider = this.#pick(['emulator', 'openai*', 'openai', '*']);
    return {
      effect: this.#chance(0.55) ? 'allow' : 'deny',
      action: this.#pick<Action>([
        'tool.call',
        'tool.call',
        'tool.call',
        'data.read',
        'data.write',
        'model.use',
      ]),
      selector,
      conditions: this.#conditions(),
    };
  }

  #conditions(): CaseRule['conditions'] {
    const conditions: CaseRule['conditions'] = {};
    if (this.#chance(0.1)) conditions.notBefore = this.#pick(moments);
    if (this.#chance(0.1)) conditions.notAfter = this.#pick(moments);
    if (this.#chance(0.15)) conditions.timeWindow = this.#window();
    if (this.#chance(0.4)) conditions.when = this.#expression(2);
    if (this.#chance(0.15)) conditions.approval = this.#pick(['required', 'optional'] as const);
    return conditions;
  }

  #window(): NonNullable<CaseRule['conditions']['timeWindow']> {
    const days = this.#days();
    const hours = this.#pick([
      { from: '08:00', to: '18:00' },
      { from: '22:00', to: '06:00' },
      { from: '02:00', to: '03:00' },
      { from: '00:00', to: '24:00' },
      undefined,
    ]);
    const timeZone = this.#pick(['UTC', 'Asia/Tokyo', 'Europe/Berlin']);
    const window = { ...(days.length > 0 ? { days } : {}), ...(hours ? { hours } : {}), timeZone };
    return days.length > 0 || hours ? window : { days: ['mon'], timeZone };
  }

  #days(): string[] {
    return ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].filter(() => this.#chance(0.4));
  }

  #expression(depth: number): string {
    if (depth === 0 || this.#chance(0.4)) return this.#pick(expressions);
    const [left, right] = [this.#expression(depth - 1), this.#expression(depth - 1)];
    return this.#pick([
      `(${left}) && (${right})`,
      `(${left}) || (${right})`,
      `!(${left})`,
      `(${left}) ? (${right}) : (${this.#expression(depth - 1)})`,
    ]);
  }

  #arguments(): JsonMembers {
    const all: JsonMembers = {
      path: this.#pick(['notes/plan.md', 'notes/../secret', 'other.md', '', 7]),
      count: this.#pick([0, 1, 5, 5.5, -1, '5', null]),
      tags: this.#pick([[], ['a'], ['a', 'b'], ['b', 1], 'a', [['a']]]),
      owner: this.#pick<JsonMembers[string]>([{ name: 'ada' }, { name: 'mallory', deep: { yes: true } }, {}]),
      force: this.#pick([true, false]),
    };
    return Object.fromEntries(Object.entries(all).filter(() => this.#chance(0.75)));
  }

  /** Returns a name as a model writes it: sometimes of a missing tool, or of two tools. */
  #requested(): string {
    if (this.#chance(0.04)) return this.#pick(['rm', 'mcp.away.tool', '', ' ', 'say', 'log', '*']);
    const { name, aliases = [] } = this.#pick(toolNames);
    return this.#spelled(this.#pick([name, name, ...aliases]));
  }

  /** Returns a tool entry as an author of lists and policies may write it. */
  #entry(): string {
    if (this.#chance(0.2))
      return this.#pick(['*', 'mcp.*', 'home.*', 'mcp.git.*', 'mcp.git*', 'write*', 'mcp.files.*']);
    if (this.#chance(0.08)) return this.#pick(['nothing', 'rm', 'mcp.away.tool']);
    const { name, aliases = [] } = this.#pick(toolNames);
    return this.#spelled(this.#pick([name, name, ...aliases]));
  }

  #spelled(name: string): string {
    const spell = this.#pick<(name: string) => string>([
      (text) => text,
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.replaceAll('_', '-'),
      (text) => text.replaceAll('.', '__'),
      (text) => text.replaceAll(/[._]/g, '-'),
      (text) => text.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      (text) => text.replaceAll(/[_.]/g, ' '),
      (text) => text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
      (text) => `${text} `,
    ]);
    return name.endsWith('*') ? name : spell(name);
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  #pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.#random() * values.length)];
    return value as Value;
  }

  #list<Value>(most: number, make: (index: number) => Value): Value[] {
    return Array.from({ length: Math.floor(this.#random() * (most + 1)) }, (_, index) => make(index));
  }

  #some<Value>(most: number, make: (index: number) => Value): Value[] {
    return Array.from({ length: 1 + Math.floor(this.#random() * most) }, (_, index) => make(index));
  }
}
