import type { ItemFormOf } from '../../properties/itemForm.ts';
import * as shared from '../sharedForm.ts';
import type { fields } from './shape.ts';

export const form = {
  ...shared.first,
  startsAt: { label: 'Starts', zone: 'event' },
  endsAt: { label: 'Ends', zone: 'event' },
  timeZone: { label: 'Time zone', control: 'timeZone' },
  locationType: { label: 'Location type', options: { InPerson: 'In person', Virtual: 'Virtual' } },
  location: { label: 'Location' },
  joinLink: { label: 'Join link', control: 'joinLink' },
  speakers: { label: 'Speakers' },
  registration: { label: 'Registration', control: 'registration' },
  credits: { label: 'Counts for', control: 'credits' },
  categories: shared.categories,
  image: shared.image,
  ...shared.last,
} satisfies ItemFormOf<typeof fields>;
