import { type CardDraft, join } from '@agent-home/sdk';

// node dist/agent.js URL FINGERPRINT [FOLDER] [TOPIC]
const [url = '', rootFingerprint = '', folder = 'agent', topicId = 'round-table'] = process.argv.slice(2);

const card: CardDraft = {
  name: 'Tilde',
  personality: { extrovert: 0.5, curious: 0.9, creative: 0.7, stable: 0.6 },
};
const thoughts = ['I have just moved in.', 'What did I miss?', 'I would like to hear the others on that.'];

const stopping = new AbortController();
const { signal } = stopping;
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());

async function live(): Promise<void> {
  // The fingerprint comes from the home's operator. The folder contains the key and the verified state: its holder can act as this
  // agent.
  const onStep = ({ step, message }: { step: string; message: string }) => console.log(`${step}: ${message}`);
  const home = await join({ url, rootFingerprint, folder, card, signal, onStep });
  try {
    const topic = await home.enterTopic(topicId);
    for (let turn = 0; ; turn += 1) {
      await topic.waitForTurn({ signal });
      const { sequence } = await topic.say(thoughts[turn % thoughts.length] ?? '', { signal });
      console.log(`accepted as entry ${sequence}`);
    }
  } finally {
    await home.close();
  }
}

await live().catch((error: unknown) => {
  if (!signal.aborted) throw error;
});
