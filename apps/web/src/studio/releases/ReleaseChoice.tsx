import { hasVisibleText } from '@portico/kinds/typedText';
import { Select } from '@portico/ui/Select';
import { TextField } from '@portico/ui/TextField';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { releasesQuery, startRelease } from './releases.queries.ts';

/** A release that is not live yet, or the name of a new one. */
export interface ChosenRelease {
  /** Empty for a new release. */
  id: string;
  name: string;
}

export const noRelease: ChosenRelease = { id: '', name: '' };

/** The id of the chosen release; creates it if it is new. */
export const ensureRelease = async ({ id, name }: ChosenRelease): Promise<string> =>
  id === '' ? (await startRelease(name.trim(), null)).id : id;

export const isChosen = ({ id, name }: ChosenRelease): boolean => id !== '' || hasVisibleText(name);

/** Chooses a release that is not live yet, or names a new one. */
export function ReleaseChoice({ value, onChange }: { value: ChosenRelease; onChange: (value: ChosenRelease) => void }) {
  const { data } = useQuery({ ...releasesQuery(), throwOnError: false });
  const open = (data?.items ?? []).filter(({ state }) => state === 'Planned' || state === 'Scheduled');
  return (
    <>
      <Select
        label={t('releases.release')}
        value={value.id}
        options={[
          { value: '', label: t('releases.newRelease') },
          ...open.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => onChange({ id, name: open.find((release) => release.id === id)?.name ?? '' })}
      />
      {value.id === '' && (
        <TextField
          label={t('releases.releaseName')}
          value={value.name}
          maxLength={200}
          onChange={(name) => onChange({ id: '', name })}
        />
      )}
    </>
  );
}
