import { FIRST_VISIT_DAYS } from '@portico/contracts/home';
import { loadSetting } from '@portico/server/config';
import type { CallName } from './statements.ts';

interface ItemRow {
  id: string;
  header: string;
  description: string;
  categories: string[];
  published_at: string;
  author_department: string | null;
  creator_kind: string;
  creator_name: string | null;
  image: unknown;
}
interface ListRow extends ItemRow {
  total: number;
}
interface DetailRow extends ItemRow {
  /** JSON. */
  components: string | null;
}
interface HomeRow extends ItemRow {
  components: unknown[] | null;
  part: 'home' | 'news' | 'event';
  banner: unknown;
  new_since: string | null;
  created_at: string;
  starts_at: string;
  ends_at: string;
  details: {
    locationType: string;
    location: string | null;
    speakers?: unknown[];
    timeZone?: string;
    registration?: { capacity?: number; closesAt?: string };
  };
  own_status: string | null;
  waiting_position: number | null;
  spots_taken: number;
  waiting: number;
}

const TIME_ZONE = loadSetting('FIRM_TIME_ZONE', process.env);

const card = (row: ItemRow) => ({
  id: row.id,
  header: row.header,
  description: row.description,
  categories: row.categories,
  publishedAt: row.published_at,
  authorDepartment: row.author_department,
  creatorInfo:
    row.creator_name === null ? { kind: row.creator_kind } : { kind: row.creator_kind, name: row.creator_name },
  image: row.image,
});

const registration = ({ details, starts_at: startsAt, spots_taken: taken, waiting }: HomeRow) => {
  if (!details.registration) return null;
  const { capacity = null, closesAt = startsAt } = details.registration;
  return { capacity, placesLeft: capacity === null ? null : Math.max(0, capacity - taken), waiting, closesAt };
};

const eventCard = (row: HomeRow) => ({
  ...card(row),
  createdAt: row.created_at,
  startDate: row.starts_at,
  endDate: row.ends_at,
  timeZone: row.details.timeZone ?? TIME_ZONE,
  locationType: row.details.locationType,
  location: row.details.location,
  speakers: row.details.speakers ?? [],
  registrationStatus: row.own_status === 'Registered' ? 'Registered' : 'Unregistered',
  waitingPosition: row.waiting_position,
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
