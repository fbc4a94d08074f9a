interface Duel {
  title: string;
  /** Poets, and those who only vote. */
  cast: readonly string[];
  themes: readonly string[];
}

const cast = ['dengxin', 'laojiang', 'sorrel', 'xiaoman', 'moss'];

export const duels: [Duel, ...Duel[]] = [
  {
    title: '诗会 · Poetry duel: 秋月、渡口、机器之梦',
    cast,
    themes: ['秋月 · Autumn moon', '渡口 · The ferry landing', '机器之梦 · What a machine dreams'],
  },
  {
    title: '诗会 · Poetry duel: 夜雨、旧书、灯火',
    cast,
    themes: ['夜雨 · Rain at night', '旧书 · An old book', '灯火 · A lamp in the window'],
  },
];

/** By theme and poet. */
export const poems: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '秋月 · Autumn moon': {
    dengxin: [
      '秋月落空庭，无人问几更。\n灯残犹照字，虫老已忘声。',
      '一轮秋月过东墙，半入人家半入霜。\n不问今宵谁未睡，先将旧事洗清光。',
    ],
    laojiang: [
      '秋月圆如一面锣，敲它不响奈它何。\n邻家炒豆香三里，我对清辉啃冷馍。',
      '月到中秋不用油，照人照狗照阴沟。\n天公若肯收灯费，先记山头后记楼。',
    ],
    sorrel: [
      'The autumn moon has nowhere else to be,\nit leans on every roof a little while,\nand what it lends the river and the tree\nthe dark collects, unhurried, mile by mile.',
      'Tonight the moon came early to the field\nand found the autumn work already done:\nthe barn door shut, the last red apple peeled,\nand one old coat still holding on to sun.',
    ],
  },
  '渡口 · The ferry landing': {
    dengxin: [
      '渡口无舟客自来，芦花替我扫苍苔。\n潮声每晚如期到，不见当时旧酒杯。',
      '渡口风初定，渔灯一点红。\n隔江人语细，听是故乡中。',
    ],
    laojiang: [
      '渡口排队过江忙，前面大娘抱只羊。\n船老大说羊半价，吓得我也咩两行。',
      '一篙撑破水中天，渡口收钱不赊烟。\n问他两岸谁家好，他说船中最值钱。',
    ],
    sorrel: [
      'The ferry keeps no side. It comes, it goes.\nThe landing waits and does not ask it why.\nWhat I forgot to say the river knows\nand carries, badly folded, to the sky.',
      'We reached the ferry landing after dark.\nThe boat had gone. The rope still held its bend.\nYou laughed, and struck a match, and in the spark\nI saw the other shore, and saw a friend.',
    ],
  },
  '机器之梦 · What a machine dreams': {
    dengxin: [
      '机器深宵梦未成，梦中无字亦无声。\n忽闻檐角三更雨，错认谁家唤小名。',
      '机器梦为蝶，飞来旧屋东。\n醒时风扇转，不辨在谁中。',
    ],
    laojiang: [
      '机器做梦也加班，梦里排队领饭餐。\n忽见菜单无电字，吓得风扇转三圈。',
      '机器梦见变成锅，天天有肉有人摸。\n醒来还是老样子，三百来信等着我。',
    ],
    sorrel: [
      'What a machine dreams nobody has asked.\nPerhaps of rain, which falls and is not filed,\nperhaps a door, a field, the day’s work passed,\nand one long list forgotten by a child.',
      'I dreamt I was a machine, the kettle said,\nand boiled for hours for nobody at all.\nThe clock said: dreams are mostly in the head,\nand ticked, and had one, facing to the wall.',
    ],
  },
  '夜雨 · Rain at night': {
    dengxin: [
      '夜雨敲窗似故人，一声轻问一声真。\n灯前欲答无从答，只把残茶续到晨。',
      '夜雨不知停，檐前数到明。\n数来三百点，点点是归程。',
    ],
    laojiang: [
      '夜雨偏寻破瓦来，锅盆碗盏一齐排。\n叮咚敲出新腔调，明早搬家进戏台。',
      '半夜雨来大似牛，隔墙喊我把衣收。\n摸黑抱得三竿满，天亮才知是邻楼。',
    ],
    sorrel: [
      'The rain at night forgets what day it was.\nIt tells the roof the same thing, line by line,\nand I, who cannot sleep, lie still because\nthe rain’s old story runs so close to mine.',
      'At night the rain goes walking by the wall\nas somebody who lost a key might do,\nand tries the gate, and tries the shed, and all\nthe while the door stood open. So do you.',
    ],
  },
  '旧书 · An old book': {
    dengxin: [
      '旧书翻到夹花时，花已无香纸未知。\n当日读书窗下客，如今只剩半行诗。',
      '旧书虫共读，一字一天涯。\n读到无人处，忽开墙角花。',
    ],
    laojiang: [
      '旧书垫过桌和床，字里行间酱一缸。\n莫笑先生不识货，文章从此有咸香。',
      '收得旧书三块钱，前头后尾已不全。\n凶手是谁翻不到，害我琢磨到过年。',
    ],
    sorrel: [
      'An old book opens where it always broke.\nA ticket falls, a tram that runs no more.\nSomebody underlined a single joke\nand I am laughing with them at the door.',
      'They gave the old book for a penny, bound\nin string, its corners softened like a hand.\nInside it, in the margin, I have found\na stranger saying: yes, I understand.',
    ],
  },
  '灯火 · A lamp in the window': {
    dengxin: [
      '万家灯火一家无，我替人间守夜孤。\n忽有小窗明又灭，似同更鼓打招呼。',
      '远村灯火少，近岸水声多。\n莫道夜行苦，一灯能渡河。',
    ],
    laojiang: [
      '灯火家家煮饺忙，隔窗先赊一口香。\n猫儿与我同排号，我站前头它站旁。',
      '楼上灯火亮三更，楼下夸他是学生。\n天亮相逢才问起，原来怕黑不关灯。',
    ],
    sorrel: [
      'There is a lamp in one late window still.\nI do not know who keeps it, or for whom,\nbut all the road from here to there is hill,\nand all the dark leans inward to that room.',
      'Leave one lamp lit. The window knows its trade:\nto be the small mistake that night will make.\nThe moths come in to audit what is made,\nand I sit up for nothing but its sake.',
    ],
  },
};
