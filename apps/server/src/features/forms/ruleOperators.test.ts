import { describe, expect, test } from 'vitest';
import { ruleOperators } from '@portico/kinds/formConditions';
import { getOwnEntry, submitEntry } from '@portico/contracts/forms';
import { aRuleForm, askedKinds, ruleOutcomes, shownQuestions } from '@portico/testing/ruleOutcomes';
import { sharedPortal } from '../../testing/testPortal.ts';

/*
 * How the server evaluates each operator, observed by submitting entries: a required question that is shown and not
 * answered is rejected, and a hidden one is not stored.
 */

const shared = sharedPortal();

describe.each(['Show', 'Hide'] as const)('the server evaluates every operator in conditions to %s', (visibility) => {
  test.each(askedKinds)('for a field of kind %s [FORM-003, FORM-004, FORM-005, FORM-006]', async (kind) => {
    const form = aRuleForm(kind, visibility);
    expect(Object.keys(ruleOutcomes[kind].rules).toSorted()).toEqual(ruleOperators.toSorted());
    await shared().make.resource({ components: [form] });
    const params = { formId: form.formId };
    const answers = Object.fromEntries(ruleOperators.map((operator) => [operator, 'An answer']));
    for (const [name, value] of Object.entries(ruleOutcomes[kind].held)) {
      const shown = shownQuestions(kind, visibility, name);
      const bare = await shared()
        .as('ana')
        .fail(submitEntry, { params, body: { values: { asked: value } } });
      expect(
        bare.issues?.map(({ path }) => path),
        name,
      ).toEqual(shown.map((operator) => `values.${operator}`));
      const { entryId } = await shared()
        .as('ana')
        .call(submitEntry, { params, body: { values: { ...answers, asked: value } } });
      const { values } = await shared().as('ana').call(getOwnEntry, { params: { entryId } });
      expect(
        Object.keys(values)
          .filter((alias) => alias !== 'asked')
          .toSorted(),
        name,
      ).toEqual(shown.toSorted());
    }
  });
});
