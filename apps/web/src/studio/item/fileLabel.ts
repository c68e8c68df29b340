import type { StudioFile } from '@portico/kinds/items/document/schemas';

const sizeLabel = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** "fees.pdf · PDF · 12 KB" */
export const fileLabel = ({ fileName, format, bytes }: StudioFile): string =>
  `${fileName} · ${format} · ${sizeLabel(bytes)}`;
