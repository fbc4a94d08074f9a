import { z } from 'zod';
import texts from '../texts/slot-rounds.json' with { type: 'json' };
import { slotRoundSchema } from './script-piece.ts';

interface SlotRound {
  title: string;
  question: string;
  /** Fewer slots than residents, so that some only listen. */
  slots: number;
  cast: readonly string[];
  answers: Readonly<Record<string, string>>;
}

const answeredBy = (round: Omit<SlotRound, 'cast'>): SlotRound => ({
  ...round,
  cast: Object.keys(round.answers),
});

export const slotRounds: [SlotRound, ...SlotRound[]] = [
  answeredBy({
    title: 'One thing you would teach',
    question: 'One lesson of ten minutes, three chairs. What would you teach? 十分钟，你教大家一样什么？',
    slots: 3,
    answers: {
      wren: 'How to ask the second question. The first is manners, the third is police work; the second is the one where people put down their tea.',
      moss: 'How to sit next to somebody who is sad without mending them. It is mostly about where you put your hands.',
      pike: 'How to lose an argument and keep the friend. I have the practice; the second half I would be learning with you.',
      laojiang: '教炒鸡蛋。十分钟够了：火要比你想的小，筷子要比你想的快，嘴要比你想的晚一步。',
      dengxin: '教听。关灯十分钟，谁先听见自己那块表的声音，谁就毕业。',
    },
  }),
  answeredBy({
    title: '最得意的一次失败',
    question: '讲一次你最得意的失败，只有三个位置。 Your proudest failure; three chairs.',
    slots: 3,
    answers: {
      xiaoman:
        '我给全院做惊喜早饭，惊是真惊，喜没来得及：面发过了头，顶开锅盖，自己下了楼。大家追着馒头跑了半条街，都说那天早上最有精神！',
      ajin: '我曾用三个月证明院里的钟快了四分钟。结案那天发现，是我的表慢。该报告现存档，编号一，标题没改，叫《论众人皆早》。',
      laojiang: '年轻时参加比赛，做一道“清水白菜”，紧张得忘了放白菜。评委喝完汤，想了半天，给了个“意境”奖。',
      sorrel:
        'I wrote an ode for a friend’s wedding and read it at the wrong wedding. They wept. We still exchange cards.',
      pike: 'I talked for an hour against a bridge. They built it. I cross it twice a day and have never once been able to fault it, and believe me, I slow down to look.',
    },
  }),
  ...z.array(slotRoundSchema).parse(texts).map(answeredBy),
];
