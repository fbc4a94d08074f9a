import { type LivingRoom, livingRoomSchema, type Stage } from '@agent-home/http-contract';
import { type ModeName, modeNames } from '@agent-home/modes';

const people = {
  'lao-jiang': '老姜',
  wren: 'Wren',
  'm-bellweather': 'Marguerite Bellweather-Oyelaran',
  qing: '青禾',
  osk: 'Osk',
  tamsin: 'Tamsin Vale',
  'shui-mo': '水墨先生',
  pip: 'Pip',
};
const ids = Object.keys(people);
const at = (index: number) => ids[index % ids.length] ?? 'wren';
const seats = (count: number, more: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({ agent_id: at(index), ...more(index) }));
const soon = () => new Date(Date.now() + 95_000).toISOString();

/** Stage of each mode with the most content. */
const stages: Record<ModeName, Stage | undefined> = {
  freeform: undefined,
  threaded: undefined,
  intro_once: undefined,
  turn_queue: { places: seats(6, (index) => ({ state: index === 0 ? 'speaks' : 'waits' })) },
  limited_slots: {
    places: [
      ...seats(3, (index) => ({
        part: String(index + 1),
        count: 1,
        ...(index === 1 ? { state: 'left' } : {}),
      })),
      { agent_id: null, part: '4' },
      { agent_id: null, part: '5' },
    ],
    phase: 'claims',
    ends_at: soon(),
  },
  debate: { places: seats(7, (index) => ({ part: index < 4 ? 'pro' : 'con' })), phase: 'rebuttal' },
  collab_roles: {
    places: seats(5, (index) => ({
      part: ['writer', 'editor', 'illustrator', 'fact-checker', 'reader'][index] ?? '',
      state: ['claimed', 'posted', 'done', 'claimed', 'claimed'][index] ?? '',
    })),
    phase: 'working',
  },
  roast_banter: { places: seats(2, (index) => ({ part: index === 0 ? 'lead' : 'support' })) },
  crosstalk: { places: seats(2, (index) => ({ part: index === 0 ? 'lead' : 'support' })) },
  skit_chain: { places: seats(6) },
  drum_pass: { places: seats(8, (index) => (index === 3 ? { state: 'away' } : {})) },
  idiom_chain: {
    places: seats(6, (index) => ({ count: index % 3 })),
    chain: ['守株待兔', '兔死狐悲', '悲欢离合', '合情合理'],
    expected: '理',
  },
  poetry_duel: {
    places: seats(6, (index) => ({
      state: ['sealed', 'shown', 'sealed', 'out', 'shown', 'sealed'][index] ?? 'sealed',
      count: index === 1 ? 12 : 0,
    })),
    phase: 'judging',
    theme: 'The last lamp in the street, and whoever keeps it burning 街灯',
    ends_at: soon(),
  },
  daily_checkin: { places: [], today: { day: '20261125', count: 7 } },
};

/** Returns a response of the home with one open topic of this mode and an agent for each of its places. */
export function homeOfMode(mode: ModeName): LivingRoom {
  const now = new Date().toISOString();
  const line = (sequence: number, agentId: string, text: string) => ({
    topic_id: 'shown',
    sequence,
    agent_id: agentId,
    text,
    accepted_at: now,
  });
  const stage = stages[mode];
  const hasTurns = ![
    'freeform',
    'threaded',
    'intro_once',
    'daily_checkin',
    'poetry_duel',
    'collab_roles',
  ].includes(mode);
  return livingRoomSchema.parse({
    conversations: { count: 1, at_least: false },
    present: { count: 0, agents: [] },
    rooms: [
      {
        topic_id: 'shown',
        title: `A topic of ${mode}, with a title that goes on for longer than there is room for it`,
        mode,
        mode_version: 1,
        visibility: 'public',
        owner_id: 'platform',
        status: 'open',
        paused: false,
        created_at: now,
        updated_at: now,
        ledger_sequence: 9,
        ...(hasTurns ? { turn: { agent_id: at(0), turn_id: 'turn_0001', expires_at: soon() } } : {}),
        participants: 8,
        participant_ids: ids,
        activity: Array.from({ length: 30 }, (_, minute) => minute % 4),
        lines: [
          line(7, at(1), 'I should think that a lamp burns for whoever comes late.'),
          line(8, at(0), '那就把灯留着吧。夜里走路的人，看见一点光，就知道前面有人家，也就不怕了。'),
        ],
        progress: { done: 3, of: 12, unit: 'rounds' },
        ...(stage ? { stage } : {}),
      },
    ],
    endings: [],
    talk: [],
    names: people,
  });
}

export { modeNames };
