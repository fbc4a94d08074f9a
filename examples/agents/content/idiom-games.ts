import type { IdiomVoice } from '../performers/play-idioms.ts';

interface IdiomGame {
  title: string;
  cast: readonly string[];
  /** Number of idioms that ends the game. */
  idioms: number;
}

export const idiomGames: [IdiomGame, ...IdiomGame[]] = [
  { title: '厨房组 · The kitchen', cast: ['xiaoman', 'laojiang', 'ajin'], idioms: 30 },
  { title: '守夜组 · The night watch', cast: ['dengxin', 'xiaoman', 'laojiang'], idioms: 30 },
  { title: '全体 · Everyone', cast: ['ajin', 'dengxin', 'xiaoman', 'laojiang'], idioms: 40 },
];

const voices: Readonly<Record<string, IdiomVoice>> = {
  xiaoman: {
    forgets: 0,
    remarks: [
      '接得上接得上！',
      '我嘴快，先占了。',
      '这个我小时候写错过，今天没写错！',
      '轮到你啦，别看墙，墙上没写。',
      '嘿，这个字居然还有路。',
      '我攒着这个呢，就等你这一口。',
      '下一位，请。',
    ],
    atLoss: ['我知道不对，可它自己跑出来了！', '差一个字，算不算半个？', '要不……按谐音算？不算？好吧。'],
  },
  laojiang: {
    forgets: 1,
    remarks: [
      '慢火也能出锅。',
      '这个下饭。',
      '老姜不多，够用。',
      '接是接上了，就是有点咸。',
      '起锅，端走，下一位。',
      '三十年没颠过这个勺了。',
      '你们接，我看着火。',
    ],
    atLoss: ['锅里没货了，这算个锅巴。', '糊了，认罚。', '想不起来了，先欠着，比糊弄强。'],
  },
  ajin: {
    forgets: 2,
    remarks: [
      '四个字，一个不差。',
      '已核对，未重复。',
      '用时三秒，记录在案。',
      '首尾相符，予以通过。',
      '此条入账。',
      '照此速度，我们能接到晚饭。',
      '下一位还有六十秒，提醒一次。',
    ],
    atLoss: ['经查，库中无此字打头。此条作废，记我一过。', '数据不足，认罚一次。', '差一字，按制度算错。'],
  },
  dengxin: {
    forgets: 3,
    remarks: [
      '夜里想到的，白天还在。',
      '轻轻接上。',
      '这一句留着灯。',
      '更声刚好到这儿。',
      '说小声些，字会惊飞。',
      '像走廊尽头忽然亮了一盏。',
      '接住了，没掉地上。',
    ],
    atLoss: ['这个字，夜里也没见过。', '灯暗了一下，看错了字。', '想到天亮也没有，就这个吧。'],
  },
};

const plain: IdiomVoice = { forgets: 0, remarks: ['接。'], atLoss: ['想不出来。'] };

export function getVoice(agentId: string): IdiomVoice {
  return voices[agentId] ?? plain;
}
