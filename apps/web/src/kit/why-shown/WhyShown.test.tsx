import { explainAudience } from '@portico/contracts/audience';
import { getNewsItem } from '@portico/contracts/news';
import { aNewsItem } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import type { CallResult } from '@portico/contracts/endpoint';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';

async function ask(answer: CallResult<typeof explainAudience>) {
  const news = aNewsItem({ header: 'Rates hold' });
  const api = fakeApi();
  api.answer(getNewsItem, news);
  api.answer(explainAudience, answer);
  openPortal(`/news/${news.id}`, { api });
  const why = await screen.findByRole('button', { name: 'Why am I seeing this?' });
  expect(api.callsTo(explainAudience)).toHaveLength(0);
  await userEvent.click(why);
  expect(why.getAttribute('aria-expanded')).toBe('true');
}

test.each([
  ['everyone', { isForEveryone: true, matched: [] }, 'Everyone at the firm sees this.'],
  [
    'a rule that only excludes people',
    { isForEveryone: false, matched: [] },
    'Some people are excluded from this, but you aren’t.',
  ],
])('explains to readers why they see an item whose audience is %s [AUDIENCE-010]', async (_, answer, sentence) => {
  await ask(answer);
  expect(await screen.findByText(sentence)).toBeDefined();
});

test('shows readers which of their facts match the audience of an item [AUDIENCE-010]', async () => {
  await ask({
    isForEveryone: false,
    matched: [
      { dimension: 'advisorType', values: ['Nla'] },
      { dimension: 'branch', values: ['Boston HQ'] },
      { dimension: 'person', values: [] },
    ],
  });
  expect(await screen.findByText('Advisor type: Non-licensed Assistant')).toBeDefined();
  expect(screen.getByText('Branch: Boston HQ')).toBeDefined();
  expect(screen.getByText('You were added by name.')).toBeDefined();
});
