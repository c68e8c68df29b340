import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import { requestStudioReview, type ReviewPurpose } from '@portico/contracts/studio/reviews';
import { DateInput } from '@portico/ui/DateInput';
import { Button } from '@portico/ui/Button';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { TextArea } from '@portico/ui/TextArea';
import { useState, type SyntheticEvent } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import styles from './ReviewPanel.module.css';
import { useReviewAction } from './useReviewAction.ts';

const MAX_NOTE_LENGTH = 2000;

/** Requests approval: for what, by when, and with a note for the approver. */
export function RequestForm({ session, state }: { session: DraftSession; state: SessionState }) {
  const { id, allowed } = state.item;
  const { pending, error, act } = useReviewAction(session);
  const [note, setNote] = useState('');
  const [dueOn, setDueOn] = useState('');
  const purposes = (['Publish', 'Archive'] as const).filter((each) =>
    allowed.includes(each === 'Archive' ? 'requestArchive' : 'requestReview'),
  );
  const [selected, setSelected] = useState<ReviewPurpose>('Publish');
  const purpose = purposes.includes(selected) ? selected : purposes[0]!;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const body = { purpose, note: note.slice(0, MAX_NOTE_LENGTH), dueOn: dueOn === '' ? null : dueOn };
    void act('request', () => call(requestStudioReview, { params: { itemId: id }, body }), t('studio.saidRequested'));
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t('studio.requestApproval')}>
      {purposes.length > 1 && (
        <SegmentedControl
          label={t('studio.requestFor')}
          value={purpose}
          onChange={setSelected}
          options={[
            { value: 'Publish', label: t('studio.forPublishing') },
            { value: 'Archive', label: t('studio.forArchiving') },
          ]}
        />
      )}
      {purposes.length === 1 && purpose === 'Archive' && <p>{t('studio.onlyArchiving')}</p>}
      <TextArea
        label={t('studio.reviewNote')}
        value={note}
        rows={3}
        count={{ typed: note.length, max: MAX_NOTE_LENGTH }}
        onChange={setNote}
      />
      <DateInput label={t('studio.dueDate')} value={dueOn} min={FIRST_DAY} max={LAST_DAY} onChange={setDueOn} />
      <Button
        type="submit"
        variant="primary"
        pending={pending === 'request'}
        isDisabled={note.length > MAX_NOTE_LENGTH}
      >
        {t('studio.requestApproval')}
      </Button>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </form>
  );
}
