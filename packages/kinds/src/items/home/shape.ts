import type { ExampleOf, ItemFields } from '../../base/itemFields.ts';
import * as shared from '../sharedFields.ts';
import type { Widget } from './schemas.ts';

/** The widget bar for people whose home page specifies none. Source: spec §2 Layouts. */
export const defaultWidgets: Widget[] = [
  { id: 'events-calendar', kind: 'EventsCalendar', title: 'Events calendar' },
  { id: 'todo', kind: 'Todo', title: 'To-do' },
];

export const fields = {
  ...shared.fields,
  notificationBanner: { is: 'custom', blank: null, words: 'none' },
  /** In the order of the dashboard. */
  pins: { is: 'custom', blank: [], words: 'none' },
  entryAudiences: { is: 'custom', blank: [], words: 'none' },
  /** The widget bar beside every page. */
  widgets: { is: 'custom', blank: defaultWidgets, words: 'none' },
} as const satisfies ItemFields;

export const example = {
  ...shared.example,
  notificationBanner: { id: 'banner-1', kind: 'Info', title: 'Phones are down' },
  pins: [
    {
      itemId: '3f0c1d52-7a36-4f0e-9d55-5c1f8f6f2b11',
      audience: ['AdvisorHybrid'],
      audienceRule: { include: {}, exclude: {} },
    },
  ],
  entryAudiences: [
    { entryId: 'callout-1', audience: [], audienceRule: { include: { branch: ['Denver'] }, exclude: {} } },
  ],
  widgets: [{ id: 'todo', kind: 'Todo', title: 'To-do' }],
} satisfies ExampleOf<typeof fields>;
