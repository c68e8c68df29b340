import type { MediaGap, MediaKind, MediaSort } from '@portico/contracts/studio/media';
import { Select } from '@portico/ui/Select';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import rows from '../../kit/list/Rows.module.css';
import { t, type TextKey } from '../../locale/text.ts';
import type { MediaQuery } from './mediaDesk.queries.ts';
import { gapTexts, kindTexts, sortTexts } from './mediaLabels.ts';

interface MediaFiltersProps {
  query: MediaQuery;
  labels: readonly string[];
  onChange: (next: Partial<MediaQuery>) => void;
}

const options = <Value extends string>(texts: Record<Value, TextKey>) =>
  (Object.entries(texts) as Array<[Value, TextKey]>).map(([value, key]) => ({ value, label: t(key) }));

/** What the library shows, and in which order. */
export function MediaFilters({ query, labels, onChange }: MediaFiltersProps) {
  const known = query.label === undefined ? labels : [...new Set([...labels, query.label])];
  return (
    <div className={rows.filters}>
      <ListSearch
        label={t('mediaDesk.find')}
        text={query.text ?? ''}
        onChange={({ text }) => onChange({ text: text || undefined })}
      />
      <Select<MediaKind | ''>
        label={t('mediaDesk.kind')}
        value={query.kind ?? ''}
        options={[{ value: '', label: t('mediaDesk.anyKind') }, ...options(kindTexts)]}
        onChange={(kind) => onChange({ kind: kind || undefined })}
      />
      <Select<MediaGap | ''>
        label={t('mediaDesk.only')}
        value={query.only ?? ''}
        options={[{ value: '', label: t('mediaDesk.everything') }, ...options(gapTexts)]}
        onChange={(only) => onChange({ only: only || undefined })}
      />
      {known.length > 0 && (
        <Select
          label={t('mediaDesk.label')}
          value={query.label ?? ''}
          options={[{ value: '', label: t('mediaDesk.anyLabel') }, ...known.map((label) => ({ value: label, label }))]}
          onChange={(label) => onChange({ label: label || undefined })}
        />
      )}
      <Select<MediaSort>
        label={t('mediaDesk.sort')}
        value={query.sort ?? 'Newest'}
        options={options(sortTexts)}
        onChange={(sort) => onChange({ sort: sort === 'Newest' ? undefined : sort })}
      />
    </div>
  );
}
