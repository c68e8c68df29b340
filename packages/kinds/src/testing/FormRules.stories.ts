import { ruleAnswers, type RuleCase } from '@portico/testing/ruleCases';

/** Renders nothing: e2e/stories/rules.spec.ts uses this page to evaluate form rules in a browser. */
export default { title: 'Form rules', tags: ['!dev'] };

// Cases and results are passed as JSON, which preserves lone surrogates.
Object.assign(window, {
  answerRuleCases: (cases: string) => JSON.stringify((JSON.parse(cases) as RuleCase[]).map(ruleAnswers)),
});

export const Evaluator = () => null;
