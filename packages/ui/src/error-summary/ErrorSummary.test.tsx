import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RadioList } from '../choice-list/ChoiceList.tsx';
import { TextInput } from '../text-field/TextInput.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';

test('each entry of an error summary moves the focus to its field or group [FORM-017]', async () => {
  render(
    <>
      <ErrorSummary
        title="2 answers need your attention"
        headingLevel={3}
        errors={[
          { id: 'amount', label: 'Amount', message: 'Fill this in.' },
          { id: 'machine', label: 'Which machine?', message: 'Choose one.' },
        ]}
      />
      <TextInput id="amount" label="Amount" value="" onChange={() => {}} />
      <RadioList
        id="machine"
        label="Machine"
        value=""
        onChange={() => {}}
        options={[
          { value: 'm', label: 'Mac' },
          { value: 'p', label: 'PC' },
        ]}
      />
    </>,
  );
  const summary = screen.getByRole('group', { name: '2 answers need your attention' });
  expect(summary.closest('[role=alert], [aria-live]'), 'the focus already says the title').toBeNull();
  await userEvent.click(within(summary).getByRole('link', { name: 'Amount: Fill this in.' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Amount' }));
  await userEvent.click(within(summary).getByRole('link', { name: 'Which machine? Choose one.' }));
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Mac' }));
});
