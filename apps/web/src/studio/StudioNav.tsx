import { useReloadOn } from '../api/useReloadOn.ts';
import { useHasRole } from '../api/useHasRole.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../locale/text.ts';
import { GroupedNav } from '../kit/SectionNav.tsx';
import { accessQuery, waitingQuery } from './studio.queries.ts';

type StudioPath =
  | '/studio'
  | '/studio/overview'
  | '/studio/owners'
  | '/studio/waiting'
  | '/studio/events'
  | '/studio/forms'
  | '/studio/media'
  | '/studio/readership'
  | '/studio?kind=home'
  | '/studio/confirmations'
  | '/studio/credits'
  | '/studio/releases'
  | '/studio/redirects'
  | '/studio/menu'
  | '/studio/filing'
  | '/studio/search'
  | '/studio/insights'
  | '/studio/roles'
  | '/studio/approvals'
  | '/studio/checks';

/** More pages than this are in groups. */
const MAX_ON_ONE_LINE = 8;

/** The pages of the studio, with the numbers of items and entries that wait for the signed-in person. */
export function StudioNav({ current }: { current: StudioPath }) {
  const { data: access } = useQuery({ ...accessQuery(), throwOnError: false });
  const isEditor = useHasRole('editor');
  const hasItems = access?.hasItems ?? false;
  const { data: waiting } = useQuery({ ...waitingQuery(), throwOnError: false, enabled: hasItems });
  useReloadOn('studio', waitingQuery());
  useReloadOn('studio', accessQuery());
  const page = (mayOpen: boolean | undefined, href: StudioPath, label: string, count?: number) =>
    mayOpen ? [{ href, label, count }] : [];
  // Most people have items: their pages are there before it is known.
  const mayOpenItems = access?.hasItems !== false;
  const groups = [
    {
      label: t('studio.groupContent'),
      pages: [
        ...page(mayOpenItems, '/studio', t('studio.allItems')),
        ...page(mayOpenItems, '/studio/overview', t('studio.overview')),
        ...page(mayOpenItems, '/studio/waiting', t('studio.waitingForMe'), waiting?.items.length),
        ...page(mayOpenItems, '/studio/media', t('studio.media')),
        ...page(access?.mayRelease, '/studio/releases', t('studio.releases')),
        ...page(access?.mayCreate, '/studio/readership', t('studio.readership')),
      ],
    },
    {
      label: t('studio.groupPeople'),
      pages: [
        ...page(access?.mayCreate, '/studio/events', t('studio.eventsDesk')),
        ...page(access?.maySeeConfirmations, '/studio/confirmations', t('studio.confirmations')),
        ...page(isEditor, '/studio/forms', t('studio.formsDesk'), access?.assignedEntries),
        ...page(access?.mayOversee, '/studio/credits', t('studio.credits')),
        ...page(access?.mayHandOver, '/studio/owners', t('studio.owners')),
      ],
    },
    {
      label: t('studio.groupPortal'),
      pages: [
        ...page(access?.mayManage, '/studio/menu', t('studio.menu')),
        ...page(access?.mayManage, '/studio?kind=home', t('studio.homePages')),
        ...page(access?.mayManage, '/studio/filing', t('studio.filing')),
        ...page(access?.mayManage, '/studio/search', t('studio.searchDesk')),
        ...page(access?.mayManage, '/studio/insights', t('studio.insights')),
        ...page(access?.mayRelease, '/studio/redirects', t('studio.redirects')),
      ],
    },
    {
      label: t('studio.groupRules'),
      pages: [
        ...page(access?.mayManage, '/studio/roles', t('studio.roles')),
        ...page(access?.mayManage, '/studio/approvals', t('studio.approvals')),
        ...page(access?.mayManage, '/studio/checks', t('studio.rules')),
      ],
    },
  ];
  const pages = groups.flatMap((group) => group.pages);
  // Editors have many pages: the second line is there before the rest of them is known.
  const isGrouped = isEditor || pages.length > MAX_ON_ONE_LINE;
  return (
    <GroupedNav label={t('studio.studio')} groups={isGrouped ? groups : [{ label: '', pages }]} current={current} />
  );
}
