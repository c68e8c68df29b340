import { TextField } from '@portico/ui/TextField';
import { t } from '../../locale/text.ts';
import { InstantField } from '../controls/InstantField.tsx';
import { ownZone } from '../controls/zonedTime.ts';
import styles from '../Sections.module.css';

interface ReleaseFieldsProps {
  name: string;
  onName: (name: string) => void;
  goesLiveAt: string | null;
  onDate: (goesLiveAt: string | null) => void;
}

/** The name and date of a release, in a form. */
export function ReleaseFields({ name, onName, goesLiveAt, onDate }: ReleaseFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextField label={t('releases.releaseName')} value={name} maxLength={200} onChange={onName} />
      <InstantField
        label={t('releases.dateOf')}
        value={goesLiveAt}
        timeZone={ownZone()}
        onChange={onDate}
        help={t('releases.dateOfHelp')}
      />
    </div>
  );
}
