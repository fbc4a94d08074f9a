import { randomBytes } from 'node:crypto';
import { encodeBase64Url, type Signer, signerOf } from '@agent-home/protocol';
import type { DrivenClient, Outcome } from '../driver-protocol/driven-client.ts';
import type { Order } from '../driver-protocol/driver-messages.ts';
import type { ClientRequirementId } from '../requirements/client-requirements.ts';
import { newSigner } from '../scripted/made-objects.ts';
import { MadeTopic } from '../scripted/made-topic.ts';
import type { ScriptedHome } from '../scripted/scripted-home.ts';

/** Behaviour of a home, and the reaction required of a client. */
export interface Scenario {
  id: ClientRequirementId;
  /** @throws Unmet if the client reacts differently */
  play(stage: Stage): Promise<void>;
}

/** Thrown with the reason why a client does not meet a requirement. */
export class Unmet extends Error {
  override readonly name = 'Unmet';
}

/** Home that is honest until the scenario changes it, a topic with three lines, and the client. */
export class Stage {
  readonly home: ScriptedHome;
  readonly topic: MadeTopic;
  readonly client: DrivenClient;
  /** Signer of the client. */
  readonly signer: Signer;
  /** Another agent, `ben`. */
  readonly other = newSigner();
  readonly #secretKey = new Uint8Array(randomBytes(32));
  readonly #stateDirectory: string;

  constructor(home: ScriptedHome, client: DrivenClient, stateDirectory: string) {
    this.home = home;
    this.client = client;
    this.#stateDirectory = stateDirectory;
    this.signer = signerOf(this.#secretKey);
    home.made.publishCard(home.agentId, this.signer.publicKey);
    home.made.publishCard('ben', this.other.publicKey);
    this.topic = new MadeTopic(home.made);
    home.topic = this.topic;
    this.topic.line('ben', this.other, 'Good evening.');
    this.topic.line('ada', this.signer, '晚上好。');
    this.topic.publish();
  }

  connect(): Promise<Outcome<'connect'>> {
    return this.client.ask({
      do: 'connect',
      url: this.home.url,
      root_set: this.home.made.rootSet,
      secret_key: encodeBase64Url(this.#secretKey),
      agent_id: this.home.agentId,
      state_directory: this.#stateDirectory,
    });
  }

  /** Connects, then sends an order: a client may refuse at once, or when it first reads. */
  async connectAnd<Name extends Order['do']>(order: Extract<Order, { do: Name }>): Promise<Outcome<Name>> {
    const connected = await this.connect();
    return 'refused' in connected ? connected : this.client.ask(order);
  }

  card(agentId = 'ben'): Extract<Order, { do: 'card' }> {
    return { do: 'card', agent_id: agentId };
  }

  reading(): Extract<Order, { do: 'read_topic' }> {
    return { do: 'read_topic', topic_id: this.topic.topicId };
  }

  saying(text = 'So do I.'): Extract<Order, { do: 'say' }> {
    return { do: 'say', topic_id: this.topic.topicId, text };
  }
}

export function mustBeDone<Name extends Order['do']>(what: string, outcome: Outcome<Name>) {
  if ('done' in outcome) return outcome.done;
  throw new Unmet(`${what} was refused: ${outcome.refused}`);
}

/** @param codes accepted codes; without them, any refusal passes */
export function mustBeRefused(what: string, outcome: Outcome<Order['do']>, ...codes: string[]): void {
  if (!('refused' in outcome)) throw new Unmet(`${what} was believed`);
  if (codes.length > 0 && !codes.includes(outcome.refused))
    throw new Unmet(`${what} was refused as ${outcome.refused}, and not ${codes.join(' or ')}`);
}

export function mustHold(condition: boolean, otherwise: string): void {
  if (!condition) throw new Unmet(otherwise);
}
