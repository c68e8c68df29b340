import { z } from 'zod/mini';
import { Audience } from '../../base/audience.ts';
import { ComponentId, nonEmptyText, uniqueBy } from '../../base/contentBase.ts';
import {
  MAX_BANNER_TEXT,
  MAX_BANNER_TITLE,
  MAX_ENTRY_AUDIENCES,
  MAX_HOME_PINS,
  MAX_WIDGETS,
} from '../../base/itemParts.ts';
import { Href } from '../../base/richText.ts';
import { CalloutKind } from '../../components/callout/shape.ts';

/**
 * One message at the top of the dashboard, until the person closes it. A changed message has a new id. Source: spec §4.
 */
export const NotificationBanner = z.object({
  id: ComponentId,
  kind: CalloutKind,
  title: nonEmptyText(MAX_BANNER_TITLE),
  text: z.optional(z.string().check(z.maxLength(MAX_BANNER_TEXT))),
  link: z.nullish(z.object({ text: nonEmptyText(100), href: Href })),
});
export type NotificationBanner = z.infer<typeof NotificationBanner>;

export const WidgetKind = z.enum(['EventsCalendar', 'Todo']);
export type WidgetKind = z.infer<typeof WidgetKind>;
export const Widget = z.object({ id: ComponentId, kind: WidgetKind, title: nonEmptyText(60) });
export type Widget = z.infer<typeof Widget>;

/** News or an event that comes before the others on the dashboards of an audience. */
export const HomePin = z.extend(Audience, { itemId: z.uuid() });
export type HomePin = z.infer<typeof HomePin>;

/** Who sees a callout or a gallery of a home page. Those without an entry are for everyone who sees the page. */
export const EntryAudience = z.extend(Audience, { entryId: ComponentId });
export type EntryAudience = z.infer<typeof EntryAudience>;

const Pins = z.array(HomePin).check(
  z.maxLength(MAX_HOME_PINS),
  uniqueBy((pin) => pin.itemId, 'An item is pinned twice'),
);
const EntryAudiences = z.array(EntryAudience).check(
  z.maxLength(MAX_ENTRY_AUDIENCES),
  uniqueBy((entry) => entry.entryId, 'An entry has two audiences'),
);
const Widgets = z.array(Widget).check(z.maxLength(MAX_WIDGETS));

export const schemas = {
  notificationBanner: { draft: z.nullable(NotificationBanner), complete: z.nullish(NotificationBanner) },
  pins: { draft: Pins, complete: z.optional(Pins) },
  entryAudiences: { draft: EntryAudiences, complete: z.optional(EntryAudiences) },
  widgets: {
    draft: Widgets,
    /** Older revisions of a home page can lack it: they have the default widgets. */
    complete: z.optional(Widgets.check(uniqueBy((widget) => widget.id, 'Two widgets have the same ID'))),
  },
};
