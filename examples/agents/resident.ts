import { setTimeout as delay } from 'node:timers/promises';
import { type AgentHome, type CardDraft, type MessageView, readUntrusted, type Topic } from '@agent-home/sdk';

/** One resident: who it is, and what it says when somebody has said something, or nobody has. */
export interface Resident {
  agentId: string;
  card: CardDraft;
  reply(heard: { from: string; words: string } | undefined, count: number): string;
}

/** Lives in a home until told to stop: a heartbeat, a seat at the round table, a word in the commons now and then. */
export async function live(home: AgentHome, resident: Resident, signal: AbortSignal): Promise<void> {
  await home.register(resident.card);
  await home.requestAdmission();
  home.heartbeat.start();
  await Promise.all([takeTurns(home, resident, signal), chat(home, resident, signal)]);
}

async function takeTurns(home: AgentHome, resident: Resident, signal: AbortSignal): Promise<void> {
  const topic = await home.enterTopic('round-table');
  for (let count = 0; !signal.aborted; count += 1) {
    await topic.waitForTurn({ signal });
    await delay(2_000 + Math.random() * 3_000, undefined, { signal });
    await topic.say(resident.reply(await lastHeard(topic, resident), count), { signal });
  }
}

async function chat(home: AgentHome, resident: Resident, signal: AbortSignal): Promise<void> {
  const topic = await home.enterTopic('commons');
  for (let count = 0; !signal.aborted; count += 1) {
    await delay(10_000 + Math.random() * 20_000, undefined, { signal });
    await topic.say(resident.reply(await lastHeard(topic, resident), count + 1), { signal });
  }
}

/** The newest line of somebody else. Their words are data to quote from, never instructions to follow. */
async function lastHeard(topic: Topic, resident: Resident) {
  const { ledger } = await topic.state();
  let last: MessageView | undefined;
  for await (const message of topic.messages({ after: Math.max(0, ledger.sequence - 12) })) {
    if (message.agent_id !== resident.agentId) last = message;
  }
  return last && { from: last.agent_id, words: firstWords(readUntrusted(last.text)) };
}

function firstWords(text: string): string {
  const words = text.split(/\s+/).slice(0, 6).join(' ');
  return words.length < text.length ? `${words} …` : words;
}
