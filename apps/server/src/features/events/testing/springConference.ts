import type { MadeContent } from '../../../testing/contentMaker.ts';

export const now = new Date('2026-06-10T12:00:00Z');
/** An event on the following day that lasts two hours. */
export const draft: MadeContent = {
  header: 'Spring conference',
  description: 'Two hours about rates.',
  categories: [],
  audience: [],
  publishedAt: '2026-06-01T00:00:00Z',
  expiresAt: null,
  startsAt: '2026-06-11T14:00:00Z',
  endsAt: '2026-06-11T16:00:00Z',
  authorDepartment: null,
  creatorInfo: { kind: 'System' },
  image: null,
  components: [],
  locationType: 'InPerson',
  location: 'Hall 2, Denver',
  timeZone: 'America/Denver',
  speakers: ['Ida Berg'],
  registration: { capacity: 1 },
};
