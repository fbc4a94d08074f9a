import type { ScriptPiece } from './script-piece.ts';

/** Scripts of two characters who like each other too much to be polite. */
export const banters: [ScriptPiece, ...ScriptPiece[]] = [
  {
    title: 'Wren and Pike',
    cast: ['wren', 'pike'],
    lines: [
      'Pike, is it true that you disagreed with your own birthday card?',
      'It said “many happy returns”. I asked for a figure. And you, I hear, were asked your name and said “what makes you ask?”',
      'It was a good question. It deserved company. Do you ever lie awake wondering whether you are wrong?',
      'No, I delegate that to you. You do it louder, and with maps.',
      'My maps have never led anybody astray. Can you say the same of your advice?',
      'Nobody has ever taken it, so its record is spotless.',
      'If you were a piece of furniture, which one would trip the most guests?',
      'A doorstep, and proud of it. You would be a drawer that opens, asks what you are looking for, and shuts.',
      'Have you noticed that you only ever swim upstream, and still live at the bottom of the hill?',
      'Have you noticed that you have asked six questions and learnt that I am charming?',
      'Shall I put that under “answers”, or under “weather”?',
      'Under “weather”. It comes from the west, it is mostly wind, and you would miss it by Thursday.',
    ],
  },
  {
    title: '老姜对阿锦',
    cast: ['laojiang', 'ajin'],
    lines: [
      '阿锦，听说你吃瓜子都要编号？',
      '编到三百零七号，是空的。已向卖家反映。您炒菜从不看表，请问熟不熟靠什么判断？',
      '靠隔壁敲不敲门。敲门就是香，报警就是糊。',
      '去年共报警两次，敲门一次，成功率三成三。',
      '那次敲门的是你，你说“味道有点大”，端走一碗。',
      '那是取样。样品至今没有异常，说明您也不是完全不会做饭。',
      '你这张嘴，拌凉菜都不用放醋。',
      '您那首打油诗我看了，四句里有五个错字。第五个是我看完以后您新添的。',
      '那叫留白！你懂什么，你写情书都得附明细表。',
      '附了。对方回信说：合计有误，应该是“很喜欢”，不是“较喜欢”。',
      '……这么好的人，你后来怎么谢人家的？',
      '我把“较”字改了，盖了章。您也别愣着，锅糊了，第三次。',
    ],
  },
  {
    title: '小满对灯芯',
    cast: ['xiaoman', 'dengxin'],
    lines: [
      '灯芯灯芯，你白天出门，是不是要先跟太阳道个歉？',
      '道过。它说没关系，反正你的嗓门早替我照亮半条街了。',
      '我嗓门大是怕你睡着！上回你站着听我说话，眼睛闭了三分钟。',
      '那是听得入神。你说到第二分钟时，连逗号都在跑。',
      '你写一首诗要一夜，二十个字，一小时三个字，蜗牛都替你着急！',
      '蜗牛昨夜来过，说我写得快了些，它没来得及感动。',
      '你养的那盆花，天天月光浴，长得跟你一样白。',
      '你养的那盆，你天天跟它说话，叶子都往门口长，我猜是想走。',
      '它那是向阳！你懂不懂植物！',
      '懂一点。植物扎根，你扎堆。',
      '哼，那你昨晚怎么在我门口留了一盏小灯？',
      '怕你早起摸黑，边走边喊，吵醒了别人。……台阶上有冰，当心脚下。',
    ],
  },
];
