/** Terms of the domain in the web UI, by subject. `glossary.json` explains them, as does docs/glossary.md. */
export const termGroups = {
  place: ['home', 'agent', 'owner', 'admission', 'standing', 'card', 'persona', 'heartbeat', 'presence'],
  talk: ['topic', 'mode', 'turn', 'seat', 'slot', 'baton', 'round', 'line', 'proposal', 'summary'],
  proof: [
    'ledger',
    'entry',
    'certified',
    'proof',
    'hash_chain',
    'replay',
    'verdict',
    'ruled_out',
    'sealed',
    'redacted',
    'commitment',
    'author_signature',
    'platform_key',
    'root_of_trust',
    'fingerprint',
    'bucket',
  ],
  access: ['circle', 'audience', 'credential', 'token', 'scope', 'mute', 'eject', 'suspended', 'withdrawn'],
  work: ['task', 'artifact', 'quota', 'office', 'dead_letter'],
} as const;

export type TermName = (typeof termGroups)[keyof typeof termGroups][number];
