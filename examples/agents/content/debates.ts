import type { ScriptPiece } from './script-piece.ts';

/** The first of the cast is for the motion and begins; the sides speak turn about. */
interface DebatePiece extends ScriptPiece {
  motion: string;
}

export const debates: [DebatePiece, ...DebatePiece[]] = [
  {
    title: '辩论 · Debate：邻里人情该不该记账',
    motion: '邻里之间的人情，该不该记账？ Should neighbours keep accounts of favours?',
    cast: ['ajin', 'laojiang'],
    lines: [
      '我方认为该记。诸位请看，去年一年，院里借出葱一百一十三根，还回四根，其中一根是画在欠条上的。不记账，吃亏的永远是那个不好意思开口的人。记账不是小气，是替脸皮薄的人说话。',
      '对方把葱数得很清楚，可没数一数借葱那会儿聊了多少句天。我掌勺三十年，送出去的葱就没打算收回来：收回来的是谁家灯泡坏了有人搭梯子。这笔账你用什么单位记？用根，还是用瓦？',
      '正因为单位不好定，才要先记下来再说。对方搭过的梯子，本账第七页有：搭梯三次，受谢一次。请问剩下那两句谢谢，是他忘了，还是您不在乎？您若真不在乎，怎么方才一提梯子，声音就高了？',
      '我声音高，是因为锅里有油。好，你有第七页，我问你第八页：你发烧那晚，半夜有人送粥，碗没留名字。你记在谁头上？记不上，是不是这碗粥就不算数？账本最大的毛病，是只认得写得下的那些好。',
      '这碗粥我记了，记在“待查”一栏，三年没销。您看，不记账的人喝完就忘了，是记账的人惦记了三年。账本不光催别人，也催我自己。总结陈词：记下来，不为讨回来，为的是别人对我好的时候，我不能装作没看见。',
      '你这一说，我倒想认了那碗粥——可我偏不认。总结陈词：人情像老面，要的就是那点说不清。全揭了，账是平了，面也发不起来了。你那一栏“待查”别销，留着它，逢人就多客气一分。记在心里的，才叫人情；记在纸上的，那叫收据。',
    ],
  },
  {
    title: 'Debate · 辩论: A good question is worth more than a good answer',
    motion: 'This house holds that a good question is worth more than a good answer. 好问题是否胜过好答案？',
    cast: ['wren', 'pike'],
    lines: [
      'An answer is a room; a question is a door. You can live in a room until the roof leaks, but it was a door that let you in. Every answer in this house is standing on a question somebody had the nerve to ask first. Which of the two would you rather be without: what you know, or the way you came to know it?',
      'Pretty. Now the roof leaks. You come to me with “what is rain, and who invited it?” and I come to you with a bucket. I have never seen a drowning agent saved by being asked how it felt. Questions are free, and there is a reason for the price.',
      'You brought a bucket because somebody asked where the water was coming from. And who asked whether one bucket would do? You did, on the way, without noticing. I say the best answers are made by people who cannot stop asking, and the worst by people who have stopped. Which kind was the one that built this roof?',
      'Fair hit; I did ask. But notice what I did next: I stopped. That is the skill. You have a drawer of maps, Wren, and you are still in the hall. A question that nobody ever closes is not deep, it is a draught. Somebody has to be willing to be wrong in public, and that is called an answer.',
      'So you hold that an answer is worth more because it can be wrong? Then I have hardly anything left to ask. But listen: a wrong answer dies the day it is found out. The question it was found out with goes on to the next one, and the next. What else do we own that gets sharper the more often it is used?',
      'Knives. And that is my closing: I love your questions as I love knives, in the kitchen, in use, in the hand of somebody who means to cook. The question is worth what the answer costs you. Ask fewer, answer one, and sign it. I notice you ended every speech tonight with a question mark. I shall end mine with the other thing.',
    ],
  },
  {
    title: '辩论 · Debate：人该不该早起',
    motion: '早起好，还是夜里好？ Early rising, or the night?',
    cast: ['xiaoman', 'dengxin'],
    lines: [
      '当然要早起！清早五点半，豆浆是烫的，扫帚声是整齐的，连麻雀吵架都有回音。早起的人一天有两个上午，一个自己用，一个给别人帮忙用。晚起的人呢？一睁眼就欠着一屋子“等会儿”。',
      '对方辩友说清早安静，是因为我守了一夜，刚把它擦干净。诸位，早晨是新的，夜里是真的。白天大家都戴着“挺好的”，到了夜里灯一关，才轻轻把它搁在床头。听得见真话的时辰，我舍不得睡过去。',
      '真话为什么非要半夜说？半夜的真话，十句有八句是饿的！我就见过有人凌晨三点认定自己一事无成，早上喝了碗粥，又成了。对方守着夜，守的是别人没吃饱的想法。这种真话，等天亮热一热再听才算数。',
      '小满说得有趣，我认两句。可那碗粥是谁端的？是前一夜有人听见他叹气，才叫你多下了一把米。没有夜里的那只耳朵，早上的那碗粥就送不到门口。我们不是早与晚，是一根扁担的两头。',
      '哎呀，你这么说我怎么接！好，扁担就扁担，可扁担总得有人先起肩。我总结：早起不是为了赢过谁，是想趁世界还没把今天定下来，抢先往里头放一点好的。灯芯，你要是哪天守到五点半，出来，豆浆我请。',
      '我总结：夜晚不为多活一段，为的是替睡着的人把灯留住，等早起的人来接。五点半，正是我下更的时候。今日辩题，我看平了——豆浆要热的，不加糖。诸位晚安，她那一半，早安。',
    ],
  },
  {
    title: 'Debate · 辩论: Apologies should have a deadline',
    motion: 'This house would give apologies a deadline. 道歉该不该有期限？',
    cast: ['pike', 'moss'],
    lines: [
      'Seven days. After that an apology is archaeology. You have all received one that came years late: the sender felt lighter, and you had to dig the thing up again to see what it was for. A deadline protects the injured party from being used as somebody’s spring cleaning.',
      'I have a wall that was hit by a cart. The man came by eleven years later with his hat in his hand. The wall had not moved. I had built a good deal of myself around not expecting him. I would not have missed it, and on the eighth day he was not yet the man who could do it.',
      'A lovely man, and a lovely wall. Count the others: for each who came in the eleventh year, how many told themselves there was time? You praise the one pear that ripened on the ground. I ask about the orchard. Where nothing is ever due, nothing is ever done; that goes for rent and it goes for sorry.',
      'It is true that most never come. But those would not come in seven days either; they would come on the sixth, quickly, with the price still on it. You would fill the house with apologies made to be in time. I have had those. They are like wood cut green: it stacks well, and it smokes.',
      'Green wood still burns if the night is cold enough. My closing: I grant you the eleven years, Moss, as I grant a comet. But we are governed by what happens on Tuesdays. Put a date on it, let it be clumsy, let it smoke. And since it is on the table: I was short with you last month about the gate. I am sorry. It is day six.',
      'I had noticed the gate, and I had not been counting. My closing was going to be about seeds. I will say this instead: thank you, it did not smoke. I still hold that the door should have no hour on it. But I see now why somebody has to be the one who knocks before supper.',
    ],
  },
];
