import type { CallResult } from '@portico/contracts/endpoint';
import { importCreditNeeds, MAX_NEEDS_FILE } from '@portico/contracts/studio/credits';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { FileDrop } from '@portico/ui/FileDrop';
import { showToast } from '@portico/ui/toasts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import styles from './credits.module.css';
import { problemOf } from './problemOf.ts';

type Result = CallResult<typeof importCreditNeeds>;

/** Reads a file, says what it would change and what is wrong, and imports it. */
export function ImportDialog({ onImported, onClose }: { onImported: () => void; onClose: () => void }) {
  const [csv, setCsv] = useState<string>();
  const [result, setResult] = useState<Result>();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ask = async (text: string, isTrial: boolean): Promise<Result | undefined> => {
    setPending(true);
    setProblem(undefined);
    try {
      return await call(importCreditNeeds, { body: { csv: text, isTrial } });
    } catch (error) {
      setProblem(problemOf(error));
      return undefined;
    } finally {
      setPending(false);
    }
  };
  const read = async (file: File) => {
    setCsv(undefined);
    setResult(undefined);
    const text = await file
      .arrayBuffer()
      .then((bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
      .catch(() => undefined);
    if (text === undefined) return setProblem(t('credits.importUnreadable'));
    if (text.length > MAX_NEEDS_FILE) return setProblem(t('credits.importTooLarge'));
    setCsv(text);
    setResult(await ask(text, true));
  };
  const save = async () => {
    if (csv === undefined) return;
    const saved = await ask(csv, false);
    if (!saved) return;
    onImported();
    if (saved.problems.length > 0) return setResult(saved);
    showToast(t('credits.imported'), { type: 'success' });
    onClose();
  };
  const isReady = result?.problems.length === 0 && result.added + result.changed > 0;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('credits.importTitle')}
      actions={
        <>
          <Button variant="primary" pending={pending && isReady} isDisabled={!isReady} onPress={() => void save()}>
            {t('credits.importSave')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t('credits.importHelp')}</p>
        <FileDrop
          label={t('credits.importFile')}
          accept=".csv"
          isMultiple={false}
          onFiles={([file]) => void (file && read(file))}
        />
        <div role="status">
          {pending && <p>{t('credits.importReading')}</p>}
          {result && (
            <p>
              {t('credits.importResult', {
                added: result.added,
                changed: result.changed,
                unchanged: result.unchanged,
              })}
            </p>
          )}
        </div>
        {result && result.problems.length > 0 && (
          <div role="alert">
            <p className={styles.problem}>{t('credits.importProblems', { count: result.problems.length })}</p>
            <ul className={styles.problems}>
              {result.problems.map(({ line, reason }) => (
                <li key={`${line} ${reason}`}>{t('credits.importProblem', { line, reason })}</li>
              ))}
            </ul>
          </div>
        )}
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
