import { addEntryNote, MAX_ENTRY_NOTE, type EntryNote } from '@portico/contracts/studio/formsDesk';
import { cleanText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { TextArea } from '@portico/ui/TextArea';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { personalStorage } from '../../sign-in/personalStorage.ts';
import { reasonOf } from '../reasonOf.ts';
import { whenLabel } from './entryLabels.ts';
import { deskEntriesKey, deskEntryKey } from './formsDesk.queries.ts';
import styles from './formsDesk.module.css';

const Written = z.object({ id: z.uuid(), text: z.string() });
type Written = z.infer<typeof Written>;

const blank = (): Written => ({ id: crypto.randomUUID(), text: '' });

interface EntryNotesProps {
  formId: string;
  entryId: string;
  notes: readonly EntryNote[];
}

/** What colleagues wrote about an entry. This browser keeps an unfinished note until it is added. */
export function EntryNotes({ formId, entryId, notes }: EntryNotesProps) {
  const name = `entry-note.${entryId}`;
  const cache = useQueryClient();
  const [written, setWritten] = useState<Written>(() => Written.safeParse(personalStorage.read(name)).data ?? blank());
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const write = (text: string) => {
    // A note with other words is another note.
    const next = { id: crypto.randomUUID(), text };
    setWritten(next);
    setProblem(undefined);
    personalStorage.write(name, next);
  };
  const add = async () => {
    if (cleanText(written.text) === '') return setProblem(t('formsDesk.noteEmpty'));
    if (written.text.trim().length > MAX_ENTRY_NOTE)
      return setProblem(t('formsDesk.noteTooLong', { max: MAX_ENTRY_NOTE }));
    setPending(true);
    try {
      await call(addEntryNote, { params: { formId, entryId }, body: written });
      personalStorage.remove(name);
      setWritten(blank());
      for (const queryKey of [deskEntryKey, deskEntriesKey]) void cache.invalidateQueries({ queryKey });
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <section aria-labelledby="notes" className={styles.card}>
      <h2 id="notes" className={styles.subtitle}>
        {t('formsDesk.notes')}
      </h2>
      {notes.length === 0 && <p className={styles.fact}>{t('formsDesk.noNotes')}</p>}
      {notes.length > 0 && (
        <ol className={styles.notes}>
          {notes.map((note) => (
            <li key={note.id}>
              <p className={styles.fact}>
                {note.by ?? t('formsDesk.somebody')}, <time dateTime={note.at}>{whenLabel(note.at)}</time>
              </p>
              <p dir="auto" className={styles.note}>
                {note.text}
              </p>
            </li>
          ))}
        </ol>
      )}
      <div className={styles.fields} data-print="hidden">
        <TextArea
          label={t('formsDesk.note')}
          help={t('formsDesk.notesHelp')}
          rows={3}
          value={written.text}
          error={problem}
          onChange={write}
        />
        <div className={styles.tools}>
          <Button pending={pending} onPress={() => void add()}>
            {t('formsDesk.addNote')}
          </Button>
        </div>
      </div>
    </section>
  );
}
