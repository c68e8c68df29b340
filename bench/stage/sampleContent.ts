import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import type { ContentComponent } from '@portico/kinds/content';
import { advisorTypes } from '@portico/kinds/advisorType';
import type { ContentKind } from '@portico/server/content/details';
import { revisionContent, type MadeContent } from '@portico/server/testing/contentMaker';
import type { RevisionContent } from '@portico/server/content/storedContent';
import { createRandom, type Random } from './random.ts';
import { paragraph, sentence, title } from '../search/words.ts';

export interface SampleItem {
  kind: ContentKind;
  content: RevisionContent;
  /** False for drafts, which readers never see. */
  isPublished: boolean;
}

export interface SampleSizes {
  /** Number of visible news. Scheduled, expired and draft news are added to that, 2% each. */
  news: number;
  events: number;
  resources?: number;
  documents?: number;
  /** Upcoming events for everyone that take registrations, in addition to the others. */
  openEvents?: number;
}

/** More than any bench registers. */
const OPEN_SPOTS = 100_000;

const NEWS_EVERY_MS = 4 * HOUR_MS;
const EVENT_EVERY_MS = 22 * HOUR_MS;
const CATEGORIES = [
  'Compliance',
  'Markets',
  'Technology',
  'Practice management',
  'Tax',
  'Retirement',
  'Insurance',
  'Operations',
  'People',
  'Training',
  'Estate planning',
  'Fixed income',
];
const DEPARTMENTS = ['Operations', 'Compliance', 'Investment research', 'Technology', 'Learning', null];

/**
 * Generates the same content for the same `now`: news with about 4 KB of components over some four and a half years,
 * events around `now`, resources, documents and a home page.
 */
export function* sampleContent(sizes: SampleSizes, now: Date): Generator<SampleItem> {
  const random = createRandom(20);
  const others = Math.round(sizes.news / 50);
  for (let i = sizes.news; i > 0; i -= 1)
    yield { kind: 'news', isPublished: true, content: revisionContent(article(random, at(now, -i * NEWS_EVERY_MS))) };
  for (let i = 1; i <= others; i += 1)
    yield { kind: 'news', isPublished: true, content: revisionContent(article(random, at(now, i * NEWS_EVERY_MS))) };
  for (let i = 1; i <= others; i += 1)
    yield {
      kind: 'news',
      isPublished: true,
      content: revisionContent({ ...article(random, at(now, -(i + 90) * DAY_MS)), expiresAt: at(now, -i * HOUR_MS) }),
    };
  for (let i = 1; i <= others; i += 1)
    yield { kind: 'news', isPublished: false, content: revisionContent(article(random, at(now, i * HOUR_MS))) };
  for (let i = 0; i < sizes.events; i += 1) {
    const startsMs = (i - sizes.events / 2) * EVENT_EVERY_MS + HOUR_MS;
    yield {
      kind: 'event',
      isPublished: true,
      content: revisionContent(
        meeting(random, at(now, startsMs - 60 * DAY_MS), at(now, startsMs), at(now, startsMs + 2 * HOUR_MS)),
      ),
    };
  }
  for (let i = 1; i <= (sizes.openEvents ?? 0); i += 1) {
    const made = meeting(random, at(now, -DAY_MS), at(now, i * 7 * DAY_MS), at(now, i * 7 * DAY_MS + HOUR_MS));
    const content = revisionContent({ ...made, audience: [], registration: { capacity: OPEN_SPOTS } });
    yield { kind: 'event', isPublished: true, content };
  }
  for (let i = sizes.resources ?? 0; i > 0; i -= 1)
    yield { kind: 'resource', isPublished: true, content: revisionContent(guide(random, at(now, -i * NEWS_EVERY_MS))) };
  for (let i = sizes.documents ?? 0; i > 0; i -= 1)
    yield { kind: 'document', isPublished: true, content: revisionContent(file(random, at(now, -i * NEWS_EVERY_MS))) };
  yield { kind: 'home', isPublished: true, content: revisionContent(homePage(random, at(now, -HOUR_MS))) };
}

const at = (now: Date, offsetMs: number): string => new Date(now.getTime() + offsetMs).toISOString();

function article(random: Random, publishedAt: string): MadeContent {
  return {
    header: title(random),
    description: `${sentence(random)} ${sentence(random)}`,
    categories: random.some(CATEGORIES, 1, 3),
    audience: random.chance(0.3) ? random.some(advisorTypes, 2, 6) : [],
    publishedAt,
    expiresAt: random.chance(0.1) ? at(new Date(publishedAt), 10 * 365 * DAY_MS) : null,
    authorDepartment: random.one(DEPARTMENTS),
    creatorInfo: random.chance(0.8)
      ? { kind: 'User', name: random.one(['Ana Brandt', 'Nils Aldous', 'Edda Mohr', 'Cora Finch']) }
      : { kind: 'System' },
    image: random.chance(0.8) ? picture(random) : null,
    components: body(random),
  };
}

function meeting(random: Random, publishedAt: string, startsAt: string, endsAt: string): MadeContent {
  const locationType = random.one(['InPerson', 'Virtual'] as const);
  return {
    ...article(random, publishedAt),
    expiresAt: null,
    startsAt,
    endsAt,
    locationType,
    location: locationType === 'InPerson' ? 'Conference center, Chicago' : null,
    speakers: ['Ana Brandt', 'Edda Mohr'],
  };
}

function guide(random: Random, publishedAt: string): MadeContent {
  return {
    ...article(random, publishedAt),
    image: null,
    department: random.one(DEPARTMENTS),
    owner: 'Ana Brandt',
    reviewedAt: publishedAt,
  };
}

function file(random: Random, publishedAt: string): MadeContent {
  const format = random.one(['PDF', 'DOCX', 'XLSX'] as const);
  return {
    ...article(random, publishedAt),
    image: null,
    components: [],
    file: {
      fileId: random.uuid(),
      fileName: `notice.${format.toLowerCase()}`,
      format,
      bytes: 1000 + Math.floor(random.next() * 5_000_000),
    },
    department: random.one(DEPARTMENTS),
  };
}

function homePage(random: Random, publishedAt: string): MadeContent {
  const callouts: ContentComponent[] = [1, 2, 3].map((i) => ({
    id: `c${i}`,
    type: 'Callout',
    kind: random.one(['Info', 'Note', 'Warning']),
    title: title(random),
    body: rich(sentence(random)),
    link: { text: 'Read more', href: '/news' },
  }));
  const images = [1, 2, 3, 4].map(() => ({
    image: picture(random),
    title: title(random),
    text: sentence(random),
    link: { text: 'Open', href: '/news' },
  }));
  return {
    ...article(random, publishedAt),
    header: 'Dashboard',
    categories: [],
    audience: [],
    expiresAt: null,
    components: [...callouts, { id: 'g1', type: 'ImageGallery', images }],
  };
}

function picture(random: Random) {
  return {
    id: random.uuid(),
    alt: sentence(random),
    width: 1600,
    height: 900,
    widths: [320, 640, 960, 1200],
    credit: 'Portico',
  };
}

const inline = (text: string) => [{ type: 'text' as const, text }];
const rich = (...paragraphs: string[]) => ({
  type: 'doc' as const,
  content: paragraphs.map((text) => ({ type: 'paragraph' as const, content: inline(text) })),
});

function body(random: Random): ContentComponent[] {
  const change = () => [title(random), title(random), '2026'].map(inline);
  return [
    { id: 'b1', type: 'BodyText', body: rich(paragraph(random), paragraph(random)) },
    { id: 'b2', type: 'Header', level: 2, text: title(random) },
    { id: 'b3', type: 'BodyText', body: rich(paragraph(random)) },
    {
      id: 'b4',
      type: 'BulletedList',
      ordered: false,
      items: [1, 2, 3, 4].map(() => ({ content: inline(sentence(random)) })),
    },
    { id: 'b5', type: 'Callout', kind: 'Tip', title: 'Good to know', body: rich(sentence(random)) },
    { id: 'b6', type: 'Header', level: 3, text: title(random) },
    {
      id: 'b7',
      type: 'Table',
      caption: title(random),
      align: ['Left', 'Left', 'Right'],
      header: ['Account', 'Change', 'From'].map(inline),
      rows: [change(), change(), change()],
    },
    { id: 'b8', type: 'Quote', body: rich(sentence(random)), attribution: 'Ana Brandt' },
    { id: 'b9', type: 'Image', image: picture(random), caption: sentence(random), size: 'Medium', alignment: 'Center' },
    { id: 'b10', type: 'Link', text: 'The whole notice', href: 'https://example.com/notices', openInNewTab: true },
  ];
}
