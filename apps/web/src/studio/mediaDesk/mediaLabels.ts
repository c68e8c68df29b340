import type { MediaDetails, MediaEntry, MediaGap, MediaKind, MediaSort } from '@portico/contracts/studio/media';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { formatLabel } from '../../features/documents/fileLabels.ts';
import { t, type TextKey } from '../../locale/text.ts';

export const kindTexts: Record<MediaKind, TextKey> = { Picture: 'mediaDesk.pictures', File: 'mediaDesk.files' };
export const gapTexts: Record<MediaGap, TextKey> = {
  Unused: 'mediaDesk.unused',
  NoAlternativeText: 'mediaDesk.noAlt',
  NoLicense: 'mediaDesk.noLicense',
  Duplicate: 'mediaDesk.duplicate',
  Deleted: 'mediaDesk.deletedOnes',
};
export const sortTexts: Record<MediaSort, TextKey> = {
  Newest: 'mediaDesk.sortNewest',
  Name: 'mediaDesk.sortName',
  Largest: 'mediaDesk.sortLargest',
};

export const nameLabel = ({ name, alt }: Pick<MediaEntry, 'name' | 'alt'>): string =>
  name || alt || t('mediaDesk.nameless');

/** "Picture · 700 × 90 pixels · 14 KB" */
export const factsLabel = ({ format, width, height, bytes }: MediaEntry): string =>
  [
    format ? formatLabel(format) : t('mediaDesk.picture'),
    ...(width !== null && height !== null ? [t('mediaDesk.pixels', { width, height })] : []),
    ...(bytes === null ? [] : [fileSizeLabel(bytes)]),
  ].join(' · ');

export const addedLabel = ({ addedAt, uploadedBy }: MediaEntry): string =>
  uploadedBy === null
    ? t('mediaDesk.addedOn', { day: newsDateLabel(addedAt) })
    : t('mediaDesk.uploadedBy', { day: newsDateLabel(addedAt), name: uploadedBy });

export const detailsOf = ({ name, alt, credit, license, source, labels }: MediaDetails): MediaDetails => ({
  name,
  alt,
  credit,
  license,
  source,
  labels,
});
