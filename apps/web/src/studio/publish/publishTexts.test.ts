import { expect, test } from 'vitest';
import { noRelease } from '../releases/ReleaseChoice.tsx';
import type { Plan } from './plan.ts';
import { whyDisabled } from './publishTexts.ts';
import { untilThenLabel } from '../releases/untilThen.ts';

const past = '2020-01-01T00:00:00.000Z';
const future = '2100-01-01T00:00:00.000Z';
const seen = 'Until then, readers keep seeing the current version.';
const unseen = 'Until then, readers don’t see it.';

test.each([
  ['a draft', { isLive: false, publishedAt: null, expiresAt: null }, unseen],
  ['an archived item', { isLive: false, publishedAt: past, expiresAt: null }, unseen],
  ['a scheduled item', { isLive: true, publishedAt: future, expiresAt: null }, unseen],
  ['an expired item', { isLive: true, publishedAt: past, expiresAt: past }, unseen],
  ['a published item', { isLive: true, publishedAt: past, expiresAt: null }, seen],
  ['a published item that will expire', { isLive: true, publishedAt: past, expiresAt: future }, seen],
])('scheduling %s says what readers see until then [STUDIO-347]', (_, item, sentence) => {
  expect(untilThenLabel(item)).toBe(sentence);
});

const plan: Plan = {
  when: 'now',
  goesLiveAt: null,
  release: noRelease,
  note: '',
  notifyBy: [],
  isMaterial: undefined,
  marks: {},
  scope: undefined,
  reason: '',
};
const publisher = { allowed: ['publish' as const], needsApproval: false };

test.each<[string, Partial<Plan>, Parameters<typeof whyDisabled>[1], boolean, string | undefined]>([
  ['nothing is in the way', {}, publisher, false, undefined],
  ['a check blocks', {}, publisher, true, 'You can’t publish this yet: first fix what blocks it.'],
  [
    'the person may not publish',
    {},
    { ...publisher, allowed: [] },
    false,
    'You can’t publish this with your role. Request approval instead.',
  ],
  [
    'approval is missing',
    {},
    { allowed: [], needsApproval: true },
    false,
    'You can’t publish this yet, because it needs approval first.',
  ],
  ['there is no date', { when: 'later' }, publisher, false, 'Choose the date and time when it goes live.'],
  [
    'the date is past',
    { when: 'later', goesLiveAt: past },
    publisher,
    false,
    'That date and time is in the past. Choose a later one.',
  ],
  ['there is a date', { when: 'later', goesLiveAt: future }, publisher, false, undefined],
  ['no release is chosen', { when: 'release' }, publisher, false, 'Choose a release, or name a new one.'],
  ['the note is too long', { note: 'x'.repeat(501) }, publisher, false, 'Shorten the note to 500 characters.'],
])('the publish button says why it is disabled when %s [STUDIO-347]', (_, own, item, isBlocked, sentence) => {
  expect(whyDisabled({ ...plan, ...own }, item, isBlocked)).toBe(sentence);
});

test.each<[string, Partial<Plan>, string | undefined]>([
  ['nobody said whether it is', {}, 'Say whether this is a material change.'],
  ['it is none', { isMaterial: false }, undefined],
  ['the reason is missing', { isMaterial: true, reason: ' ' }, 'Say what changed, in 500 characters.'],
  ['the reason is too long', { isMaterial: true, reason: 'x'.repeat(501) }, 'Say what changed, in 500 characters.'],
  ['the reason has 500 characters', { isMaterial: true, reason: 'x'.repeat(500) }, undefined],
  [
    'nobody said so for a release',
    { when: 'release', release: { id: 'r', name: '' } },
    'Say whether this is a material change.',
  ],
])('a material change of what people have confirmed: %s [DUTY-006]', (_, own, sentence) => {
  expect(whyDisabled({ ...plan, ...own }, publisher, false, 3)).toBe(sentence);
});
