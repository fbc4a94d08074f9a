import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { vendorCases } from '../../../packages/access/src/policy/vendor-cases/index.ts';
import { refusedDocuments } from '../../../packages/access/src/policy/vendor-cases/refused-documents.ts';
import { mutants } from '../../../packages/access/src/testing/evaluator-mutants.ts';
import { askJudge, type JudgedCase, type Judgement } from './ask-judge.ts';
import { compiledCases } from './compiled-cases.ts';
import { ourJudgement } from './our-judgement.ts';
import { randomCase } from './random-cases.ts';

/** The seed fixes the cases of every run; another seed gives others. */
const seed = Number(process.env.SECOND_JUDGE_SEED ?? 17);
const requests = 10;
const sample = <Value>(arbitrary: fc.Arbitrary<Value>, numRuns: number) =>
  fc.sample(arbitrary, { seed, numRuns });

let random: JudgedCase[];
let compiled: JudgedCase[];
let cases: JudgedCase[];
let theirs: Judgement[];

beforeAll(async () => {
  random = sample(randomCase(requests), 7_000);
  compiled = sample(compiledCases(requests), 1_000).flat();
  cases = [...random, ...compiled];
  theirs = await askJudge(cases);
});

const count = (judgements: Judgement[], decision: string) =>
  judgements.flat().filter((each) => each === decision).length;

describe('the second judge', () => {
  it('an independent judge agrees with the policy evaluator', () => {
    const differences = cases.flatMap((each, index) => {
      const [ours, other] = [ourJudgement(each), theirs[index]];
      return JSON.stringify(ours) === JSON.stringify(other) ? [] : [{ ...each, ours, theirs: other }];
    });
    const total = cases.length * requests;
    console.log(
      `seed ${seed}: ${total} requests under ${cases.length} documents, ${differences.length} differ`,
    );
    expect(differences.slice(0, 3).map((each) => JSON.stringify(each))).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(100_000);
  });

  it('judged every kind of answer, of compiled and random documents', () => {
    const ofRandom = theirs.slice(0, random.length);
    const ofCompiled = theirs.slice(random.length);
    for (const decision of ['allow', 'explicit_deny', 'implicit_deny'])
      expect(count(ofRandom, decision)).toBeGreaterThan(5_000);
    expect(count(ofRandom, 'refused')).toBeGreaterThan(200);
    expect(compiled.length).toBeGreaterThan(3_000);
    expect(count(ofCompiled, 'allow')).toBeGreaterThan(500);
    expect(count(ofCompiled, 'implicit_deny')).toBeGreaterThan(10_000);
    expect(count(ofCompiled, 'refused')).toBe(0);
  });

  it('agrees with every case of the vendor’s documentation itself', async () => {
    const documented = vendorCases.filter(({ dialect }) => dialect === 'oss');
    const answers = await askJudge(
      documented.map(({ policy, session, checks }) => ({
        role: JSON.stringify(policy),
        session: session === undefined ? null : JSON.stringify(session),
        requests: checks.map(({ action, resource, context }) => ({ action, resource, context })),
      })),
    );
    expect(answers).toEqual(documented.map(({ checks }) => checks.map(({ expected }) => expected)));
    const refused = refusedDocuments.filter(({ dialect }) => dialect === 'oss');
    const refusals = await askJudge(refused.map(({ text }) => ({ role: text, session: null, requests: [] })));
    expect(refusals).toEqual(refused.map(() => 'refused'));
  });

  it.each(mutants.filter(({ mistake }) => !mistake.includes('S3')))(
    'differs from an evaluator in which $mistake',
    ({ parts, statement }) => {
      const mutation = { ...(parts && { parts }), ...(statement && { statement }) };
      const differs = cases.some(
        (each, index) => JSON.stringify(ourJudgement(each, mutation)) !== JSON.stringify(theirs[index]),
      );
      expect(differs).toBe(true);
    },
  );
});
