import { Command } from 'commander';
import { populations, referenceDay } from './day-plan.ts';
import { describeDay, stsTarget } from './describe-day.ts';
import { listPrices } from './prices.ts';
import { simulateDay } from './simulate-day.ts';

const command = new Command('reference-day')
  .description('Compute the requests and the cost of a day of 100,000 agents')
  .option('--agents <number>', 'how many of them are simulated', '1000')
  .option('--seed <number>', 'the same seed makes the same day', '1')
  .option('--put-price <amount>', 'per 10,000 puts and listings', String(listPrices.per10000Puts))
  .option('--get-price <amount>', 'per 10,000 gets and heads', String(listPrices.per10000Gets))
  .parse();
const options = command.opts<{ agents: string; seed: string; putPrice: string; getPrice: string }>();
const day = await simulateDay(referenceDay, {
  agents: populations.agents,
  simulated: Number(options.agents),
  seed: Number(options.seed),
});
const prices = {
  ...listPrices,
  per10000Puts: Number(options.putPrice),
  per10000Gets: Number(options.getPrice),
};
console.log(describeDay(day, prices));
if (day.sts.peak >= stsTarget) process.exitCode = 1;
