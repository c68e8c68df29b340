import { getForm } from '@portico/contracts/forms';
import { getContentPage } from '@portico/contracts/pages';
import { aContentPage } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { aRuleForm, askedKinds, ruleOutcomes, shownQuestions } from '@portico/testing/ruleOutcomes';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

/* The server is tested with the same table, so people see exactly the fields that it requires. */
describe.each(['Show', 'Hide'] as const)('the browser evaluates every operator of a %s condition', (visibility) => {
  test.each(askedKinds)('on a %s field [FORM-003, FORM-004, FORM-005, FORM-006]', async (kind) => {
    for (const [name, value] of Object.entries(ruleOutcomes[kind].held)) {
      const form = aRuleForm(kind, visibility);
      const api = fakeApi();
      api.answer(getContentPage, aContentPage({ path: '/support', components: [form] }));
      api.answer(getForm, {
        form,
        formVersion: 1,
        savedForm: null,
        saved: { values: { asked: value }, files: [], formVersion: 1, version: 1, savedAt: NOW.toISOString() },
      });
      openPortal('/support', { api, person: 'ana' });
      await screen.findByText(/^Saved at/);
      const boxes = within(screen.getByRole('region', { name: 'Rules' })).queryAllByRole<HTMLInputElement>('textbox');
      const labels = boxes.map((box) => box.labels?.[0]?.textContent?.replace(' (required)', ''));
      expect(
        labels.filter((label) => label !== 'Asked'),
        name,
      ).toEqual(shownQuestions(kind, visibility, name));
      cleanup();
    }
  });
});
