import { StudioKind, type DraftFields, type FieldName } from '@portico/contracts/studio/draft';

interface FieldCase<Name extends FieldName> {
  kinds: readonly StudioKind[];
  /** Different from the value of a new item. */
  value: DraftFields[Name];
  /** Whether the item's settings in the studio have a control for it. */
  isInForm: boolean;
  /** Whether the reader's page shows it, or the kinds whose page does. */
  isOnPage: boolean | readonly StudioKind[];
}

const all = StudioKind.options;
const withText = all.filter((kind) => kind !== 'home');
const articles = ['news', 'event', 'resource'] as const;

/** Each field that editors write, with a value: for tests that none is lost between the form and the page. */
export const draftFieldCases: { [Name in FieldName]: FieldCase<Name> } = {
  // The title is written on the page itself; the dashboard shows none.
  header: { kinds: all, value: 'Harvest briefing', isInForm: false, isOnPage: withText },
  description: { kinds: withText, value: 'What changes in the fall.', isInForm: true, isOnPage: true },
  categories: { kinds: articles, value: ['Custody'], isInForm: true, isOnPage: true },
  audience: { kinds: all, value: ['AdvisorHybrid'], isInForm: true, isOnPage: false },
  audienceRule: {
    kinds: all,
    value: { include: {}, exclude: { branch: ['Denver'] } },
    isInForm: true,
    isOnPage: false,
  },
  publishedAt: { kinds: articles, value: '2026-02-02T10:00:00.000Z', isInForm: true, isOnPage: ['news', 'resource'] },
  expiresAt: { kinds: all, value: '2099-02-02T10:00:00.000Z', isInForm: true, isOnPage: false },
  authorDepartment: { kinds: articles, value: 'Operations', isInForm: true, isOnPage: true },
  image: {
    kinds: articles,
    value: {
      id: '6f9b1d4e-0000-4000-8000-000000000001',
      alt: 'The trading desk',
      width: 640,
      height: 320,
      widths: [320, 640],
    },
    isInForm: true,
    isOnPage: true,
  },
  startsAt: { kinds: ['event'], value: '2027-03-01T15:30:00.000Z', isInForm: true, isOnPage: true },
  endsAt: { kinds: ['event'], value: '2027-03-01T17:30:00.000Z', isInForm: true, isOnPage: true },
  timeZone: { kinds: ['event'], value: 'America/Denver', isInForm: true, isOnPage: true },
  locationType: { kinds: ['event'], value: 'Virtual', isInForm: true, isOnPage: true },
  location: { kinds: ['event'], value: 'Harbor room, Boston', isInForm: true, isOnPage: true },
  joinLink: { kinds: ['event'], value: 'https://meet.example.com/harvest', isInForm: true, isOnPage: true },
  speakers: { kinds: ['event'], value: ['Ana Ruiz', 'Lee Park'], isInForm: true, isOnPage: true },
  registration: {
    kinds: ['event'],
    value: { capacity: 20, closesAt: '2027-02-20T12:00:00.000Z' },
    isInForm: true,
    isOnPage: true,
  },
  department: { kinds: ['resource', 'document'], value: 'Compliance', isInForm: true, isOnPage: false },
  owner: { kinds: ['resource'], value: 'Lee Park', isInForm: true, isOnPage: true },
  reviewedAt: { kinds: ['resource'], value: '2026-01-15T00:00:00.000Z', isInForm: true, isOnPage: true },
  file: {
    kinds: ['document'],
    value: {
      fileId: '6f9b1d4e-0000-4000-8000-000000000002',
      fileName: 'rates.txt',
      format: 'TXT',
      bytes: 5,
    },
    isInForm: true,
    isOnPage: false,
  },
  path: { kinds: ['page'], value: '/onboarding', isInForm: true, isOnPage: false },
  notificationBanner: {
    kinds: ['home'],
    value: { id: 'banner-1', kind: 'Info', title: 'Phones are down' },
    isInForm: true,
    isOnPage: false,
  },
  // Only an import sets the widgets beside every page.
  widgets: { kinds: ['home'], value: [{ id: 'todo', kind: 'Todo', title: 'To-do' }], isInForm: false, isOnPage: false },
};

/** A row per field and kind that satisfies the condition (`kindsOf`), for `test.each`. */
export const fieldRows = (
  kindsOf: (fieldCase: FieldCase<FieldName>) => boolean | readonly StudioKind[] = () => true,
): Array<{ name: FieldName; kind: StudioKind; value: unknown }> =>
  (Object.entries(draftFieldCases) as Array<[FieldName, FieldCase<FieldName>]>).flatMap(([name, fieldCase]) => {
    const tested = kindsOf(fieldCase);
    const kinds = tested === true ? fieldCase.kinds : tested || [];
    return kinds.map((kind) => ({ name, kind, value: fieldCase.value }));
  });
