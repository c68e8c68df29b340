import { forms } from '@portico/kinds/componentForms';
import type { ComponentKind } from '@portico/kinds/content';
import { menuGroups, type MenuGroup } from '@portico/kinds/properties/form';
import type { StudioKind } from '@portico/contracts/studio/draft';
import type { StudioState } from '@portico/contracts/studio/studio';
import type { StatusTone } from '@portico/ui/StatusLabel';
import { t } from '../../locale/text.ts';

/** Display names of the kinds of items. */
export const itemKindLabel = (kind: StudioKind): string =>
  ({
    news: t('studio.itemNews'),
    event: t('studio.itemEvent'),
    resource: t('studio.itemResource'),
    document: t('studio.itemDocument'),
    page: t('studio.itemPage'),
    home: t('studio.itemHome'),
  })[kind];

/** Label for the kind of a link's target: an item, or an application that the portal launches. */
export const linkKindLabel = (kind: string): string =>
  kind === 'application' ? t('studio.linkApplication') : itemKindLabel(kind as StudioKind);

export const stateLabel = (state: StudioState): string =>
  ({
    Draft: t('studio.stateDraft'),
    InReview: t('studio.stateInReview'),
    Approved: t('studio.stateApproved'),
    Scheduled: t('studio.stateScheduled'),
    Published: t('studio.statePublished'),
    Expired: t('studio.stateExpired'),
    Archived: t('studio.stateArchived'),
  })[state];

export function stateTone(state: StudioState): StatusTone {
  if (state === 'Published') return 'accent';
  return state === 'InReview' || state === 'Approved' ? 'info' : 'neutral';
}

/** The kinds of components that a page can have, grouped and ordered as in the insert menu. */
export const insertGroups = (Object.keys(menuGroups) as MenuGroup[]).map((group) => ({
  name: menuGroups[group],
  kinds: (Object.keys(forms) as ComponentKind[])
    .flatMap((kind) => {
      const { menu } = forms[kind];
      return menu?.group === group ? [{ kind, position: menu.position }] : [];
    })
    .sort((a, b) => a.position - b.position)
    .map(({ kind }) => kind),
}));

/** Display name of a kind of component. */
export const componentLabel = (kind: ComponentKind): string => forms[kind].label;

/** The purpose of a kind of component, in a few words. */
export const componentHelp = (kind: ComponentKind): string => forms[kind].help;
