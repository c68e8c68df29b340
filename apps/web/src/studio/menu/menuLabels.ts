import type { MenuItemKind, MenuItemStatus } from '@portico/contracts/menu';
import type { MenuProblemKind } from '@portico/authoring/menu/menuProblems';
import {
  MAX_MENU_ENTRIES,
  MAX_MENU_LEVELS,
  MAX_MENU_NAME,
  MAX_NESTED_LINKS,
  type MenuChangeCounts,
} from '@portico/contracts/studio/menuDesk';
import { t } from '../../locale/text.ts';

/** All kinds, in the order of choices. */
export const kindLabels = (): Record<MenuItemKind, string> => ({
  ApplicationPage: t('menuDesk.kindApplicationPage'),
  Folder: t('menuDesk.kindFolder'),
  Link: t('menuDesk.kindLink'),
  ExternalLink: t('menuDesk.kindExternalLink'),
  ExternalLinkWithNestedLinks: t('menuDesk.kindExternalLinkWithNestedLinks'),
});

export const kindLabel = (kind: MenuItemKind): string => kindLabels()[kind];

/** All statuses, in the order of choices. */
export const statusLabels = (): Record<MenuItemStatus, string> => ({
  Default: t('menuDesk.statusDefault'),
  GrayedOut: t('menuDesk.statusGrayedOut'),
  Warning: t('menuDesk.statusWarning'),
  OrangeWarning: t('menuDesk.statusOrangeWarning'),
  Hidden: t('menuDesk.statusHidden'),
});

export const statusLabel = (status: MenuItemStatus): string => statusLabels()[status];

export const problemSentence = (problem: MenuProblemKind): string =>
  ({
    NoName: t('menuDesk.problemNoName'),
    LongName: t('menuDesk.problemLongName', { max: MAX_MENU_NAME }),
    NoAddress: t('menuDesk.problemNoAddress'),
    BadAddress: t('menuDesk.problemBadAddress'),
    BadIcon: t('menuDesk.problemBadIcon'),
    BadNestedLink: t('menuDesk.problemBadNestedLink'),
    TooManyNestedLinks: t('menuDesk.problemTooManyNestedLinks', { max: MAX_NESTED_LINKS }),
    TooDeep: t('menuDesk.problemTooDeep', { max: MAX_MENU_LEVELS }),
    SameId: t('menuDesk.problemSameId'),
    TooMany: t('menuDesk.problemTooMany', { max: MAX_MENU_ENTRIES }),
    BadIntranetUrl: t('menuDesk.problemBadIntranetUrl'),
  })[problem];

/** What a version changed, e.g. “2 added, 1 moved”. */
export function changesLabel({ added, removed, moved, changed }: MenuChangeCounts): string {
  const parts = [
    added > 0 && t('menuDesk.countAdded', { count: added }),
    removed > 0 && t('menuDesk.countRemoved', { count: removed }),
    moved > 0 && t('menuDesk.countMoved', { count: moved }),
    changed > 0 && t('menuDesk.countChanged', { count: changed }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : t('menuDesk.countLogo');
}
