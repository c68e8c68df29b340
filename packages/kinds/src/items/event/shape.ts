import type { ExampleOf, ItemFields } from '../../base/itemFields.ts';
import * as shared from '../sharedFields.ts';

export const MAX_LOCATION = 500;
export const MAX_SPEAKERS = 100;
export const MAX_SPEAKER = 200;

export const fields = {
  ...shared.fields,
  categories: shared.categories,
  image: shared.image,
  startsAt: { is: 'instant', isColumn: true },
  endsAt: { is: 'instant', isColumn: true },
  /** IANA zone of the venue; null for the firm's. */
  timeZone: { is: 'custom', blank: null, words: 'none' },
  locationType: {
    is: 'choice',
    options: ['InPerson', 'Virtual'],
    blank: 'InPerson',
    isInEveryRevision: true,
    shownOn: 'card',
  },
  location: { is: 'text', maxLength: MAX_LOCATION, words: 'read', shownOn: 'card' },
  /** Null until an editor sets it; calendars then use the sign-up card’s first web link. Empty: nobody joins online. */
  joinLink: { is: 'custom', blank: null, words: 'aside' },
  speakers: { is: 'texts', maxLength: MAX_SPEAKER, maxEntries: MAX_SPEAKERS, words: 'read', shownOn: 'card' },
  /** Null when the portal takes no registrations. */
  registration: { is: 'custom', blank: null, words: 'none' },
  /** What those who were there have earned. */
  credits: { is: 'custom', blank: [], words: 'none' },
} as const satisfies ItemFields;

export const example = {
  ...shared.example,
  startsAt: '2027-03-01T15:30:00.000Z',
  endsAt: '2027-03-01T17:30:00.000Z',
  timeZone: 'America/Denver',
  locationType: 'Virtual',
  location: 'Harbor room, Boston',
  joinLink: 'https://meet.example.com/harvest',
  speakers: ['Ana Ruiz', 'Lee Park'],
  registration: { capacity: 20, closesAt: '2027-02-20T12:00:00.000Z' },
  credits: [{ program: 'Insurance CE', state: 'NC', subject: 'Ethics', hours: '1.5' }],
} satisfies ExampleOf<typeof fields>;
