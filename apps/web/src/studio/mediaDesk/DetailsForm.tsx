import {
  MAX_LICENSE,
  MAX_MEDIA_NAME,
  MAX_MEDIA_SOURCE,
  type MediaDetails,
  type MediaEntry,
} from '@portico/contracts/studio/media';
import { MAX_ALT, MAX_CREDIT } from '@portico/kinds/media';
import { Button } from '@portico/ui/Button';
import { RadioList } from '@portico/ui/ChoiceList';
import { TextField } from '@portico/ui/TextField';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { useLeaveWarning } from '../controls/useLeaveWarning.ts';
import page from '../Sections.module.css';
import { LabelsField } from './LabelsField.tsx';
import styles from './mediaDesk.module.css';
import { detailsOf } from './mediaLabels.ts';
import { useMediaChange } from './useMediaChange.ts';

/** What was typed and not saved, by id, until the page is loaded again, which warns. */
const unsaved = new Map<string, MediaDetails>();

type Decision = 'described' | 'decorative' | '';
const decisionOf = (alt: string | null): Decision => (alt === null ? '' : alt === '' ? 'decorative' : 'described');

/** The details of a picture or file. Somebody else’s change meanwhile is shown, and what was typed stays. */
export function DetailsForm({ entry, mayChange }: { entry: MediaEntry; mayChange: boolean }) {
  const change = useMediaChange();
  const saved = detailsOf(entry);
  const [typed, setTyped] = useState(() => unsaved.get(entry.id) ?? saved);
  const [decision, setDecision] = useState<Decision>(decisionOf(typed.alt));
  const [version, setVersion] = useState(entry.version);
  const [pending, setPending] = useState(false);
  const isChanged = JSON.stringify(typed) !== JSON.stringify(saved);
  useLeaveWarning(isChanged);
  const set = (next: Partial<MediaDetails>) => {
    const details = { ...typed, ...next };
    unsaved.set(entry.id, details);
    setTyped(details);
  };
  const reset = (details: MediaDetails, current: number) => {
    unsaved.delete(entry.id);
    setTyped(details);
    setDecision(decisionOf(details.alt));
    setVersion(current);
  };
  // An undo, or an editor elsewhere: without anything typed, the form follows.
  if (entry.version > version && !unsaved.has(entry.id)) reset(saved, entry.version);
  const isUndescribed = decision === 'described' && (typed.alt ?? '').trim() === '';
  const save = async () => {
    setPending(true);
    const [result] = (await change([{ ...typed, id: entry.id, version }])) ?? [];
    setPending(false);
    if (!result) return;
    // After a change by somebody else, saving again is a decision.
    if (result.isChanged) reset(detailsOf(result), result.version);
    else setVersion(result.version);
  };
  const field = (name: 'name' | 'credit' | 'license' | 'source', label: string, maxLength: number, help?: string) => (
    <TextField
      label={label}
      help={help}
      value={typed[name]}
      maxLength={maxLength}
      onChange={(value) => set({ [name]: value })}
    />
  );
  if (!mayChange) return <Reading details={saved} isPicture={entry.kind === 'Picture'} />;
  return (
    <section className={page.form} aria-labelledby="media-details">
      <h2 id="media-details" className={page.subtitle}>
        {t('mediaDesk.details')}
      </h2>
      <p className={page.lead}>{t('mediaDesk.detailsHelp')}</p>
      <div className={page.fields}>
        {field('name', t('mediaDesk.name'), MAX_MEDIA_NAME)}
        {field('license', t('mediaDesk.license'), MAX_LICENSE, t('mediaDesk.licenseHelp'))}
        {field('source', t('mediaDesk.source'), MAX_MEDIA_SOURCE, t('mediaDesk.sourceHelp'))}
        {field('credit', t('mediaDesk.credit'), MAX_CREDIT)}
      </div>
      {entry.kind === 'Picture' && (
        <>
          <RadioList
            label={t('studio.fieldAltDecision')}
            value={decision}
            onChange={(next) => {
              setDecision(next as Decision);
              set({ alt: next === 'decorative' ? '' : (saved.alt ?? '') });
            }}
            options={[
              { value: 'described', label: t('studio.fieldDescribed') },
              { value: 'decorative', label: t('studio.fieldDecorative') },
            ]}
          />
          {decision === 'described' && (
            <TextField
              label={t('studio.alt')}
              help={t('studio.altHelp')}
              error={isUndescribed ? t('studio.fieldAltMissing') : undefined}
              value={typed.alt ?? ''}
              maxLength={MAX_ALT}
              onChange={(alt) => set({ alt })}
            />
          )}
        </>
      )}
      <LabelsField labels={typed.labels} onChange={(labels) => set({ labels })} />
      <div className={styles.states}>
        <Button
          variant="primary"
          pending={pending}
          isDisabled={!isChanged || isUndescribed}
          onPress={() => void save()}
        >
          {t('mediaDesk.save')}
        </Button>
        {isChanged && <Button onPress={() => reset(saved, entry.version)}>{t('mediaDesk.discard')}</Button>}
      </div>
    </section>
  );
}

/** For people who may not change it. */
function Reading({ details, isPicture }: { details: MediaDetails; isPicture: boolean }) {
  const facts: Array<[string, string]> = [
    ...(isPicture ? ([[t('studio.alt'), details.alt ?? '']] as Array<[string, string]>) : []),
    [t('mediaDesk.license'), details.license],
    [t('mediaDesk.source'), details.source],
    [t('mediaDesk.credit'), details.credit],
    [t('mediaDesk.labels'), details.labels.join(', ')],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className={styles.fact}>{name}</dt>
          <dd dir="auto">{value || t('mediaDesk.unknown')}</dd>
        </div>
      ))}
    </dl>
  );
}
