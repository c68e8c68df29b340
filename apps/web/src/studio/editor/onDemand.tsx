import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Skeleton } from '@portico/ui/Skeleton';
import { usePreload } from '@portico/ui/usePreload';
import { Suspense, type ComponentProps } from 'react';
import { withTexts } from '../../locale/loadTexts.ts';
import { loadConflictPanel } from '../canvas/conflicts/LateConflictPanel.tsx';
import { loadPasteReader } from '../paste/pasteReader.ts';

/*
 * Parts of the editor that are not needed to start writing. They load when the browser is idle, so that they are ready
 * before they are opened.
 */

// Changes of an event can go to other dates of its series.
const importPublish = withTexts(['series'], () => import('../publish/PublishDialog.tsx'));
const loadPublish = async () => ({ default: (await importPublish()).PublishDialog });
// Renders reader pages, which need their own texts.
const importPreview = withTexts(['resources', 'pages'], () => import('../preview/PreviewDialog.tsx'));
const loadPreview = async () => ({ default: (await importPreview()).PreviewDialog });
const loadArchive = async () => ({ default: (await import('../archiving/ArchiveDialog.tsx')).ArchiveDialog });
const loadDelete = async () => ({ default: (await import('../retention/DeleteDialog.tsx')).DeleteDialog });
const loadHistory = async () => ({ default: (await import('../history/HistoryPanel.tsx')).HistoryPanel });

const loadComments = async () => ({ default: (await import('../comments/CommentsPanel.tsx')).CommentsPanel });
const loadReview = async () => ({ default: (await import('../approval/ReviewPanel.tsx')).ReviewPanel });
const loadFind = async () => ({ default: (await import('../find/FindBar.tsx')).FindBar });
const loadRetention = async () => ({ default: (await import('../retention/RetentionSection.tsx')).RetentionSection });
const loadRefused = async () => ({ default: (await import('./RefusedChanges.tsx')).RefusedChanges });
const loadConflicts = async () => ({ default: (await import('./FieldConflicts.tsx')).FieldConflicts });
const loadKeys = async () => ({ default: (await import('./KeysSheet.tsx')).KeysSheet });

const LoadedPublish = lazyInBackground(loadPublish);
const LoadedPreview = lazyInBackground(loadPreview);
const LoadedArchive = lazyInBackground(loadArchive);
const LoadedDelete = lazyInBackground(loadDelete);
const LoadedHistory = lazyInBackground(loadHistory);
const LoadedComments = lazyInBackground(loadComments);
const LoadedReview = lazyInBackground(loadReview);
const LoadedFind = lazyInBackground(loadFind);
const LoadedRetention = lazyInBackground(loadRetention);
const LoadedRefused = lazyInBackground(loadRefused);
const LoadedConflicts = lazyInBackground(loadConflicts);
const LoadedKeys = lazyInBackground(loadKeys);
const LoadedAlsoHere = lazyInBackground(async () => ({
  default: (await import('../presence/AlsoHere.tsx')).AlsoHere,
}));
const LoadedCarets = lazyInBackground(async () => ({
  default: (await import('../presence/CaretLayer.tsx')).CaretLayer,
}));

const loadAll = () =>
  Promise.all([
    loadPasteReader(),
    loadComments(),
    loadPublish(),
    loadPreview(),
    loadArchive(),
    loadDelete(),
    loadHistory(),
    loadReview(),
    loadFind(),
    loadRetention(),
    loadRefused(),
    loadConflicts(),
    loadConflictPanel(),
    loadKeys(),
  ]);

export const usePreloadParts = (): void => usePreload(loadAll);

export const PublishDialog = (props: ComponentProps<typeof LoadedPublish>) => (
  <Suspense fallback={null}>
    <LoadedPublish {...props} />
  </Suspense>
);

export const PreviewDialog = (props: ComponentProps<typeof LoadedPreview>) => (
  <Suspense fallback={null}>
    <LoadedPreview {...props} />
  </Suspense>
);

export const ArchiveDialog = (props: ComponentProps<typeof LoadedArchive>) => (
  <Suspense fallback={null}>
    <LoadedArchive {...props} />
  </Suspense>
);

export const DeleteDialog = (props: ComponentProps<typeof LoadedDelete>) => (
  <Suspense fallback={null}>
    <LoadedDelete {...props} />
  </Suspense>
);

export const HistoryPanel = (props: ComponentProps<typeof LoadedHistory>) => (
  <Suspense fallback={<Skeleton shape="box" height="6rem" />}>
    <LoadedHistory {...props} />
  </Suspense>
);

export const CommentsPanel = (props: ComponentProps<typeof LoadedComments>) => (
  <Suspense fallback={<Skeleton shape="box" height="6rem" />}>
    <LoadedComments {...props} />
  </Suspense>
);

export const ReviewPanel = (props: ComponentProps<typeof LoadedReview>) => (
  <Suspense fallback={<Skeleton shape="box" height="6rem" />}>
    <LoadedReview {...props} />
  </Suspense>
);

export const RetentionSection = (props: ComponentProps<typeof LoadedRetention>) => (
  <Suspense fallback={null}>
    <LoadedRetention {...props} />
  </Suspense>
);

export const RefusedChanges = (props: ComponentProps<typeof LoadedRefused>) => (
  <Suspense fallback={null}>
    <LoadedRefused {...props} />
  </Suspense>
);

export const FieldConflicts = (props: ComponentProps<typeof LoadedConflicts>) => (
  <Suspense fallback={null}>
    <LoadedConflicts {...props} />
  </Suspense>
);

export const FindBar = (props: ComponentProps<typeof LoadedFind>) => (
  <Suspense fallback={null}>
    <LoadedFind {...props} />
  </Suspense>
);

export const KeysSheet = (props: ComponentProps<typeof LoadedKeys>) => (
  <Suspense fallback={null}>
    <LoadedKeys {...props} />
  </Suspense>
);

/* Loaded when someone else has the item open. */

export const AlsoHere = (props: ComponentProps<typeof LoadedAlsoHere>) => (
  <Suspense fallback={null}>
    <LoadedAlsoHere {...props} />
  </Suspense>
);

export const CaretLayer = (props: ComponentProps<typeof LoadedCarets>) => (
  <Suspense fallback={null}>
    <LoadedCarets {...props} />
  </Suspense>
);
