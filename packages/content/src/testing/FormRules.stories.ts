import { ruleAnswers, type RuleCase } from '@portico/testing/ruleCases';

/** Nothing to see: e2e/stories/rules.spec.ts asks this page how a browser evaluates the rules of forms. */
export default { title: 'Form rules', tags: ['!dev'] };

// Cases and answers travel as JSON, which preserves lone surrogates.
Object.assign(window, {
  answerRuleCases: (cases: string) => JSON.stringify((JSON.parse(cases) as RuleCase[]).map(ruleAnswers)),
});

export const Evaluator = () => null;
