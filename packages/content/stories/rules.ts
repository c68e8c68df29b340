import { ruleAnswers, type RuleCase } from '@portico/testing/ruleCases';

/** What the browser makes of the rules of forms, for tests that ask it: cases and answers as JSON, which keeps half letters as they are. */
Object.assign(window, {
  answerRuleCases: (cases: string) => JSON.stringify((JSON.parse(cases) as RuleCase[]).map(ruleAnswers)),
});
