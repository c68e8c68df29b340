import { emptyRule } from './audience.ts';
import type { Draft, DraftFields } from '@portico/contracts/studio/draft';

/** The fields of a new item. */
export const blankFields: DraftFields = {
  header: '',
  description: '',
  categories: [],
  audience: [],
  audienceRule: emptyRule,
  publishedAt: null,
  expiresAt: null,
  authorDepartment: null,
  image: null,
  startsAt: null,
  endsAt: null,
  timeZone: null,
  locationType: 'InPerson',
  location: null,
  joinLink: null,
  speakers: [],
  registration: null,
  department: null,
  owner: null,
  reviewedAt: null,
  file: null,
  path: null,
  notificationBanner: null,
  widgets: [],
};

/** A new item. */
export const blankDraft: Draft = {
  fields: blankFields,
  trees: { components: [], preEventData: [], postEventData: [] },
};
