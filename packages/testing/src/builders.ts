import type { CategoryCount, TopicCount } from '@portico/contracts/categories';
import type { PortalDocument } from '@portico/contracts/documents';
import { shownFields } from '@portico/kinds/itemFields';
import { fields as eventFields } from '@portico/kinds/items/event/shape';
import { fields as resourceFields } from '@portico/kinds/items/resource/shape';
import type { ComponentOf } from '@portico/kinds/content';
import type { GalleryImage } from '@portico/kinds/components/image-gallery/shape';
import type { CalendarEvent, EventSummary, PortalEvent, RegistrationInfo } from '@portico/contracts/events';
import type { FeedAddresses } from '@portico/contracts/feeds';
import type { Home } from '@portico/contracts/home';
import type { ImageRef } from '@portico/kinds/media';
import type { Menu, MenuItem } from '@portico/contracts/menu';
import type { NewsItem, NewsSummary } from '@portico/contracts/news';
import type { Notification } from '@portico/contracts/notifications';
import type { ContentPage } from '@portico/contracts/pages';
import type { Resource, ResourceSummary } from '@portico/contracts/resources';
import type { RichText } from '@portico/kinds/richText';
import type { TodoTask } from '@portico/contracts/todo';
import type { CurrentUser } from '@portico/contracts/users';
import { fromNow } from './clock.ts';

/* A complete and plausible sample of each shape in the contract; a test specifies only what it depends on. */

let made = 0;

/** A new id each time. */
export function anId(): string {
  made += 1;
  return `00000000-0000-4000-8000-${made.toString(16).padStart(12, '0')}`;
}

export function anImage(own: Partial<ImageRef> = {}): ImageRef {
  return { id: anId(), alt: 'A reading room', width: 1200, height: 800, widths: [320, 640, 960, 1200], ...own };
}

/** A paragraph of formatted text. */
export function aText(text = 'Rates stay where they are.'): RichText {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
}

export function aNewsSummary(own: Partial<NewsSummary> = {}): NewsSummary {
  return {
    id: anId(),
    header: 'Rates stay where they are',
    description: 'The committee left the target range unchanged.',
    categories: ['Markets'],
    publishedAt: fromNow({ days: -1 }),
    authorDepartment: 'Research',
    creatorInfo: { kind: 'User', name: 'Ana Ruiz' },
    image: null,
    ...own,
  };
}

export function aNewsItem(own: Partial<NewsItem> = {}): NewsItem {
  return {
    ...aNewsSummary(),
    components: [
      { id: 'head', type: 'Header', level: 2, text: 'What it means' },
      { id: 'body', type: 'BodyText', body: aText('Borrowing costs the same as before.') },
    ],
    related: [],
    ...own,
  };
}

export function aResourceSummary(own: Partial<ResourceSummary> = {}): ResourceSummary {
  return {
    ...aNewsSummary({
      header: 'Rollovers step by step',
      description: 'What to check before the money moves.',
      categories: ['Retirement'],
    }),
    ...shownFields(resourceFields, {}, 'card'),
    department: 'Retirement',
    reviewedAt: fromNow({ days: -5 }),
    ...own,
  };
}

export function aResource(own: Partial<Resource> = {}): Resource {
  return {
    ...aResourceSummary(),
    ...shownFields(resourceFields, {}, 'page'),
    owner: 'Dana Whitfield',
    components: [
      { id: 'before', type: 'Header', level: 2, text: 'Before you start' },
      { id: 'before-body', type: 'BodyText', body: aText('Ask for the last statement.') },
      { id: 'papers', type: 'Header', level: 3, text: 'Papers' },
      { id: 'papers-body', type: 'BodyText', body: aText('Two forms are enough.') },
      { id: 'after', type: 'Header', level: 2, text: 'Afterwards' },
      { id: 'after-body', type: 'BodyText', body: aText('Keep a copy.') },
    ],
    related: [],
    ...own,
  };
}

export function aDocument(own: Partial<PortalDocument> = {}): PortalDocument {
  return {
    id: anId(),
    header: 'Fee schedule',
    description: 'What each account costs a year.',
    categories: ['Fees'],
    publishedAt: fromNow({ days: -3 }),
    department: 'Operations',
    fileName: 'fee-schedule.pdf',
    format: 'PDF',
    bytes: 1_517_420,
    pages: 12,
    ...own,
  };
}

export function anEventSummary(own: Partial<EventSummary> = {}): EventSummary {
  return {
    ...shownFields(eventFields, {}, 'card'),
    id: anId(),
    header: 'Retirement plans in practice',
    description: 'An hour on rollovers and required distributions.',
    categories: ['Retirement'],
    publishedAt: fromNow({ days: -10 }),
    createdAt: fromNow({ days: -12 }),
    startDate: fromNow({ days: 7 }),
    endDate: fromNow({ days: 7, hours: 1 }),
    timeZone: 'America/New_York',
    speakers: ['Lee Park'],
    registrationStatus: 'Unregistered',
    waitingPosition: null,
    registration: null,
    locationType: 'InPerson',
    location: 'Boston, Federal Street 100',
    authorDepartment: 'Training',
    creatorInfo: { kind: 'Admin', name: 'Sam Cole' },
    image: null,
    ...own,
  };
}

export function anEvent(own: Partial<PortalEvent> = {}): PortalEvent {
  return {
    ...anEventSummary(),
    ...shownFields(eventFields, {}, 'page'),
    components: [{ id: 'body', type: 'BodyText', body: aText('Bring your questions.') }],
    preEventData: null,
    postEventData: null,
    joinLink: null,
    credits: [],
    receipt: null,
    ...own,
  };
}

/** Registration for an event with 50 spots is open; 38 people are registered and no one is waiting. */
export function aRegistration(own: Partial<RegistrationInfo> = {}): RegistrationInfo {
  return { capacity: 50, spotsLeft: 12, waiting: 0, closesAt: fromNow({ days: 6 }), ...own };
}

export function aCalendarEvent(own: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    id: anId(),
    header: 'Retirement plans in practice',
    startDate: fromNow({ days: 7 }),
    endDate: fromNow({ days: 7, hours: 1 }),
    locationType: 'InPerson',
    registrationStatus: 'Unregistered',
    ...own,
  };
}

export function someFeedAddresses(): FeedAddresses {
  return {
    myEvents: 'https://portal.test/feeds/s3cret/my-events.ics',
    allEvents: 'https://portal.test/feeds/s3cret/events.ics',
    news: 'https://portal.test/feeds/s3cret/news.atom',
  };
}

export function aCallout(own: Partial<ComponentOf<'Callout'>> = {}): ComponentOf<'Callout'> {
  return {
    id: anId(),
    type: 'Callout',
    kind: 'Info',
    title: 'Tax season',
    body: aText('Forms are due on April 15.'),
    ...own,
  };
}

export function aGalleryImage(own: Partial<GalleryImage> = {}): GalleryImage {
  return {
    image: anImage(),
    title: 'Spring forum',
    text: 'Three days in May.',
    link: { text: 'See the forum', href: '/news' },
    ...own,
  };
}

export function aHome(own: Partial<Home> = {}): Home {
  return {
    notificationBanner: null,
    callouts: [aCallout()],
    carousel: [aGalleryImage(), aGalleryImage({ title: 'New fee schedule' })],
    news: [aNewsSummary({ image: anImage() }), aNewsSummary({ header: 'Two funds close' })],
    events: [anEventSummary()],
    newSince: '2026-02-27T17:00:00Z',
    ...own,
  };
}

export function aMenuItem(own: Partial<MenuItem> = {}): MenuItem {
  return {
    id: anId(),
    name: 'News',
    kind: 'ApplicationPage',
    status: 'Default',
    icon: { url: '/icons/news.svg' },
    pageLink: '/news',
    openInNewTab: false,
    submenuItems: [],
    nestedPagesLinks: [],
    ...own,
  };
}

export function aMenu(own: Partial<Menu> = {}): Menu {
  return {
    menuItems: [aMenuItem({ name: 'Dashboard', pageLink: '/', icon: { url: '/icons/dashboard.svg' } }), aMenuItem()],
    avatarMenuItems: [],
    intranetUrl: 'https://intranet.example/',
    ...own,
  };
}

export function aCurrentUser(own: Partial<CurrentUser> = {}): CurrentUser {
  return {
    nickname: 'Annie',
    givenName: 'Ana',
    surname: 'Ruiz',
    avatarUrl: null,
    advisorType: 'AdvisorHybrid',
    roles: ['member'],
    applications: [],
    ...own,
  };
}

/** An unread notification, an hour old, without a link. */
export function aNotification(own: Partial<Notification> = {}): Notification {
  const createDate = own.createDate ?? fromNow({ hours: -1 });
  return {
    id: anId(),
    title: 'A spot opened up',
    description: 'You are registered for the spring forum.',
    link: null,
    isRead: false,
    createDate,
    createdAt: createDate,
    ...own,
  };
}

export function someCategories(): CategoryCount[] {
  return [
    { name: 'Audit', count: 4 },
    { name: 'Markets', count: 12 },
  ];
}

/** Two topics: one with resources and documents, one with only resources. */
export function someTopics(names: readonly [string, string] = ['Fees', 'Retirement']): TopicCount[] {
  return [
    { name: names[0], count: 5, counts: { news: 0, events: 0, resources: 2, documents: 3 } },
    { name: names[1], count: 7, counts: { news: 0, events: 0, resources: 7, documents: 0 } },
  ];
}

export function aContentPage(own: Partial<ContentPage> = {}): ContentPage {
  return {
    id: anId(),
    path: '/support',
    header: 'Support',
    description: 'Who helps with what.',
    image: null,
    publishedAt: fromNow({ days: -30 }),
    components: [
      { id: 'head', type: 'Header', level: 2, text: 'Service desk' },
      { id: 'body', type: 'BodyText', body: aText('Open on working days.') },
    ],
    ...own,
  };
}

export function aTask(own: Partial<TodoTask> = {}): TodoTask {
  return {
    id: anId(),
    title: 'Call Mrs Adler',
    note: '',
    dueDate: null,
    priority: 'Normal',
    state: 'Active',
    source: null,
    createdAt: fromNow({ days: -1 }),
    completedAt: null,
    version: 1,
    ...own,
  };
}
