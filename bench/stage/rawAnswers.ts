import { FIRST_VISIT_DAYS } from '@portico/contracts/home';
import { loadSetting } from '@portico/server/config';
import type { CallName } from './statements.ts';

interface ItemRow {
  id: string;
  header: string;
  description: string;
  categories: string[];
  publishedAt: string;
  authorDepartment: string | null;
  creatorKind: string;
  creatorName: string | null;
  image: unknown;
}
interface ListRow extends ItemRow {
  total: number;
}
interface DetailRow extends ItemRow {
  /** JSON. */
  components: string | null;
  revision: string;
}
interface HomeRow extends ItemRow {
  components: unknown[] | null;
  part: 'home' | 'news' | 'event';
  banner: unknown;
  new_since: string | null;
  createdAt: string;
  startsAt: string;
  endsAt: string;
  details: {
    locationType: string;
    location?: string;
    speakers?: unknown[];
    timeZone?: string;
    registration?: { capacity?: number; closesAt?: string };
  };
  ownStatus: string | null;
  waitingPosition: number | null;
  spotsTaken: number;
  waiting: number;
}

const TIME_ZONE = loadSetting('FIRM_TIME_ZONE', process.env);

const card = (row: ItemRow) => ({
  id: row.id,
  header: row.header,
  description: row.description,
  categories: row.categories,
  publishedAt: row.publishedAt,
  authorDepartment: row.authorDepartment,
  creatorInfo: row.creatorName === null ? { kind: row.creatorKind } : { kind: row.creatorKind, name: row.creatorName },
  image: row.image,
});

const registration = ({ details, startsAt, spotsTaken: taken, waiting }: HomeRow) => {
  if (!details.registration) return null;
  const { capacity = null, closesAt = startsAt } = details.registration;
  return { capacity, spotsLeft: capacity === null ? null : Math.max(0, capacity - taken), waiting, closesAt };
};

const eventCard = (row: HomeRow) => ({
  ...card(row),
  createdAt: row.createdAt,
  startDate: row.startsAt,
  endDate: row.endsAt,
  timeZone: row.details.timeZone ?? TIME_ZONE,
  locationType: row.details.locationType,
  location: row.details.location ?? null,
  speakers: row.details.speakers ?? [],
  registrationStatus: row.ownStatus === 'Registered' ? 'Registered' : 'Unregistered',
  waitingPosition: row.waitingPosition,
  registration: registration(row),
});

const midnightBefore = (days: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days)).toISOString();
};

/** Converts rows of a statement to the shape of the contracts without using the server's code. */
export const answers = {
  list: (rows: ListRow[]) => ({ items: rows.map(card), page: 1, pageSize: 10, total: rows[0]?.total ?? 0 }),
  detail: ([item, ...related]: [DetailRow, ...DetailRow[]]) => ({
    ...card(item),
    revisionId: item.revision,
    components: JSON.parse(item.components ?? '[]') as unknown,
    related: related.map(card),
  }),
  home(rows: HomeRow[]) {
    const page = rows.find((row) => row.part === 'home');
    const components = (page?.components ?? []) as Array<{ type: string; images?: unknown[] }>;
    const news = rows.filter((row) => row.part === 'news');
    return {
      notificationBanner: page?.banner ?? null,
      callouts: components.filter(({ type }) => type === 'Callout'),
      carousel: components.find(({ type }) => type === 'ImageGallery')?.images ?? [],
      news: news.map(card),
      events: rows.filter((row) => row.part === 'event').map(eventCard),
      newSince: news[0]?.new_since ?? midnightBefore(FIRST_VISIT_DAYS),
    };
  },
  // The portal takes the roles from the token.
  currentUser: ([user]: [object]) => ({ ...user, roles: ['member'] }),
} satisfies Record<CallName, (rows: never) => unknown>;
